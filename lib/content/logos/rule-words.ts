import type { StoredLogoRule } from "../document/logo-rule";

const percent = (share: number) => `${Number((share * 100).toFixed(1))} %`;

/** A rule in one line: `at least 96 px and 20 mm wide; clear space of 25 % of its height; only on light surfaces, Chalk`. */
export function logoRuleText(
  { minimum_size, clear_space, allowed_backgrounds }: StoredLogoRule,
  nameOf: (id: string) => string,
): string {
  const sizes = [minimum_size?.px && `${minimum_size.px} px`, minimum_size?.mm && `${minimum_size.mm} mm`].filter(
    Boolean,
  );
  const grounds = [
    ...(allowed_backgrounds?.surfaces ?? []).map((surface) => `${surface} surfaces`),
    ...(allowed_backgrounds?.colors ?? []).map(nameOf),
  ];
  return [
    sizes.length > 0 && `at least ${sizes.join(" and ")} wide`,
    clear_space &&
      `clear space of ${percent(clear_space.share)} of ${clear_space.of === "symbol_height" ? "the symbol’s" : "its"} height`,
    grounds.length > 0 && `only on ${grounds.join(", ")}`,
  ]
    .filter(Boolean)
    .join("; ");
}
