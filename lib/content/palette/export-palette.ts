import type { StoredGradient } from "../document/colors";
import { scaleOf } from "./color-scale";
import type { Colors } from "./edit-colors";
import { gradientCss } from "./gradients";
import { publishColors, tokenColor } from "./publish-colors";
import type { PaletteEntry } from "./types";

/** Keeps the name's script: `barn-blue`, `藍色`. `color` without letters or digits. */
const identifierOf = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/(\p{Script=Latin})[\u0300-\u036f]+/gu, "$1")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "") || "color";

export type ColorSettings = Partial<Pick<Colors, "scales" | "print" | "dark" | "gradients" | "rules">>;

/** Appends `-2`, `-3` and so on. */
function untaken(base: string, taken: Set<string>): string {
  let name = base;
  for (let count = 2; taken.has(name); count++) name = `${base}-${count}`;
  taken.add(name);
  return name;
}

export function namedColors(palette: readonly PaletteEntry[]): { identifier: string; entry: PaletteEntry }[] {
  const taken = new Set<string>();
  return palette.map((entry) => ({ identifier: untaken(identifierOf(entry.name), taken), entry }));
}

export function namedGradients(gradients: readonly StoredGradient[] = []) {
  const taken = new Set<string>();
  return gradients.map((gradient) => ({ identifier: untaken(identifierOf(gradient.name), taken), gradient }));
}

/** CSS custom properties. The dark set applies by the reader's preference or `data-theme`. */
export function paletteAsCss(palette: readonly PaletteEntry[], stated: ColorSettings = {}): string {
  const named = namedColors(palette);
  const taken = new Set(named.map(({ identifier }) => identifier));
  const identifiers = new Map(named.map(({ identifier, entry }) => [entry.id, identifier]));
  const colors = named.flatMap(({ identifier, entry }) => {
    const set = stated.scales?.[entry.id];
    const steps = set ? Object.entries(scaleOf(entry.hex, set).steps) : [];
    return [
      `--color-${identifier}: ${entry.hex}; /* ${entry.role} */`,
      ...steps.map(([step, hex]) => `--color-${untaken(`${identifier}-${step}`, taken)}: ${hex};`),
    ];
  });
  const gradients = namedGradients(stated.gradients).map(({ identifier, gradient }) => {
    const value = gradientCss(gradient, ({ color_id, hex }) => {
      const followed = color_id && identifiers.get(color_id);
      return followed ? `var(--color-${followed})` : hex;
    });
    return `--gradient-${identifier}: ${value};`;
  });
  const dark = named.flatMap(({ identifier, entry }) => {
    const hex = stated.dark?.[entry.id];
    return hex ? [`--color-${identifier}: ${hex};`] : [];
  });
  return `${rule(":root", [...colors, ...gradients])}${darkRules(dark)}`;
}

const rule = (selector: string, lines: readonly string[], indent = "") =>
  `${indent}${selector} {\n${lines.map((line) => `${indent}  ${line}`).join("\n")}\n${indent}}\n`;

/** Empty if there are no declarations. */
export function darkRules(declarations: readonly string[]): string {
  if (declarations.length === 0) return "";
  const preferred = rule(':root:not([data-theme="light"])', declarations, "  ");
  return `\n@media (prefers-color-scheme: dark) {\n${preferred}}\n\n${rule(':root[data-theme="dark"]', declarations)}`;
}

/** In the bundle's format: the palette, or an object with more if defined. */
export function paletteAsJson(palette: readonly PaletteEntry[], stated: ColorSettings = {}): string {
  const { scales, print, dark, gradients, rules } = stated;
  const { colors, color_rules } = publishColors({
    source: "manual",
    seed: null,
    palette: [...palette],
    scales,
    print,
    dark,
    gradients,
    rules,
  });
  const { source: _, ...said } = colors;
  const isMore = color_rules !== undefined || Object.keys(said).length > 1;
  return `${JSON.stringify(isMore ? { colors: said, color_rules } : said.palette, null, 2)}\n`;
}

/** Holds values that DTCG can't express. */
export const HUB_EXTENSION = "brand-identity-hub";

const colorToken = (hex: string) => ({ $type: "color", $value: tokenColor(hex) });

/** Design tokens (DTCG 2025.10). */
export function paletteAsTokens(palette: readonly PaletteEntry[], stated: ColorSettings = {}): string {
  const { scales, print, dark, gradients, rules } = stated;
  const named = namedColors(palette);
  const identifiers = new Map(named.map(({ identifier, entry }) => [entry.id, identifier]));
  const isMore = [scales, print, dark, gradients, rules].some((value) => Object.keys(value ?? {}).length > 0);
  const own = (value: object) => ({ $extensions: { [HUB_EXTENSION]: value } });
  const color = named.map(({ identifier, entry: { id, name, role, hex, usage } }) => {
    const described = { ...colorToken(hex), ...(usage ? { $description: usage } : {}) };
    return [identifier, { ...described, ...(isMore && own({ name, role, ...print?.[id] })) }];
  });
  if (!isMore) return `${JSON.stringify({ color: Object.fromEntries(color) }, null, 2)}\n`;
  const group = (write: (entry: PaletteEntry) => object | undefined) =>
    Object.fromEntries(
      named.flatMap(({ identifier, entry }) => [[identifier, write(entry)]].filter(([, said]) => said)),
    );
  const namesOf = (ids: readonly string[]) => ids.flatMap((id) => identifiers.get(id) ?? []);
  const written = {
    color: Object.fromEntries(color),
    scale: group(({ id, hex }) => {
      const set = scales?.[id];
      if (!set) return undefined;
      return Object.fromEntries(Object.entries(scaleOf(hex, set).steps).map(([step, one]) => [step, colorToken(one)]));
    }),
    dark: group(({ id }) => (dark?.[id] ? colorToken(dark[id]) : undefined)),
    gradient: Object.fromEntries(
      namedGradients(gradients).map(({ identifier, gradient: { name, kind, angle, stops } }) => {
        const $value = stops.map(({ color_id, hex, position }) => {
          const followed = color_id && identifiers.get(color_id);
          return { color: followed ? `{color.${followed}}` : tokenColor(hex), position };
        });
        return [identifier, { $type: "gradient", $value, ...own({ name, kind, angle }) }];
      }),
    ),
    ...own({
      color_rules: (rules ?? []).map(({ id: _, color: of, reason, ...rule }) => ({
        color: identifiers.get(of),
        allowed_on: namesOf(rule.allowed_on),
        forbidden_on: namesOf(rule.forbidden_on),
        never_pair_with: namesOf(rule.never_pair_with),
        severity: rule.severity,
        ...(reason && { reason }),
      })),
    }),
  };
  return `${JSON.stringify(written, null, 2)}\n`;
}
