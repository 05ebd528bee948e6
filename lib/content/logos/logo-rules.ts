import type { LogoEntry } from "../document/brand-document";
import type { PaletteEntry } from "../document/colors";
import type { StoredLogoRule } from "../document/guidelines";
import { isDark } from "./logo-backgrounds";
import { measureClearSpace } from "./measure-clear-space";

const percent = (share: number) => `${Number((share * 100).toFixed(1))} %`;

function sizeWarnings({ min_width_px, rule }: LogoEntry): string[] {
  const px = rule?.minimum_size?.px;
  return px !== undefined && min_width_px > 0 && px !== min_width_px
    ? [`Its minimum width is ${min_width_px} px, but its rule says ${px} px.`]
    : [];
}

function spaceWarnings({ clear_space, variant, rule }: LogoEntry): string[] {
  const words = measureClearSpace(clear_space, variant);
  const stated = rule?.clear_space;
  const comparable = stated?.of === "logo_height" && words.kind === "share" && words.of === "height";
  return comparable && Math.abs(words.share - stated.share) > 0.005
    ? [`Its text asks for clear space of ${percent(words.share)} of its height, its rule for ${percent(stated.share)}.`]
    : [];
}

function groundWarnings({ background, rule }: LogoEntry, palette: readonly PaletteEntry[]): string[] {
  const { surfaces = [], colors = [] } = rule?.allowed_backgrounds ?? {};
  const known = palette.filter(({ id }) => colors.includes(id));
  const gone = colors.length > known.length ? ["Its rule allows a colour that was removed from the palette."] : [];
  if (background === "any") return gone;
  const other = background === "light" ? "dark" : "light";
  const astray = known.filter(({ hex }) => isDark(hex) !== (background === "dark"));
  const own = surfaces.includes(background) || surfaces.includes("any") || known.length > astray.length;
  const made = `It is made for ${background} backgrounds, but its rule`;
  return [
    ...(surfaces.includes(other) || surfaces.includes("any") ? [`${made} allows ${other} ones.`] : []),
    ...astray.map(({ name }) => `${made} allows ${name}, which is ${other}.`),
    ...(surfaces.length + known.length > 0 && !own ? [`${made} allows no ${background} one.`] : []),
    ...gone,
  ];
}

/** Contradictions between a logo's text and its machine-checked rule. */
export const logoRuleWarnings = (logo: LogoEntry, palette: readonly PaletteEntry[]): string[] => [
  ...sizeWarnings(logo),
  ...spaceWarnings(logo),
  ...groundWarnings(logo, palette),
];

/** `at least 96 px and 20 mm wide; clear space of 25 % of its height; only on light backgrounds, Chalk`. */
export function logoRuleText(
  { minimum_size, clear_space, allowed_backgrounds }: StoredLogoRule,
  nameOf: (id: string) => string,
): string {
  const sizes = [minimum_size?.px && `${minimum_size.px} px`, minimum_size?.mm && `${minimum_size.mm} mm`].filter(
    Boolean,
  );
  const grounds = [
    ...(allowed_backgrounds?.surfaces ?? []).map((surface) => `${surface} backgrounds`),
    ...(allowed_backgrounds?.colors ?? []).map(nameOf),
  ];
  const owner = clear_space?.of === "symbol_height" ? "the symbol’s" : "its";
  return [
    sizes.length > 0 && `at least ${sizes.join(" and ")} wide`,
    clear_space && `clear space of ${percent(clear_space.share)} of ${owner} height`,
    grounds.length > 0 && `only on ${grounds.join(", ")}`,
  ]
    .filter(Boolean)
    .join("; ");
}

export type ForbiddenAct = "stretch" | "rotate" | "mirror" | "recolour" | "effect" | "busy";

const ADDED = "add|apply|give|use";
const GROUND = "backgrounds?|grounds?|photos?|photographs?|pictures?|images?|patterns?|surfaces?";
const WORDS: Record<ForbiddenAct, string> = {
  stretch: "stretch|squash|squeeze|distort|skew",
  rotate: "rotate|tilt|turn|tip",
  mirror: "mirror|flip",
  recolour: "recolou?r|tint|(?:change|alter) (?:[\\w’']+ ){0,3}colou?rs?",
  effect: `(?:${ADDED})(?: [\\w,-]+){0,4} (?:shadow|glow|bevel|effect)s?`,
  busy: `(?:on|over|in front of) (?:[\\w-]+ ){0,2}(?:busy|cluttered|patterned|noisy)(?: or \\w+)? (?:${GROUND})`,
};
const ACTS = (Object.keys(WORDS) as ForbiddenAct[]).map((act) => ({
  act,
  // Within one clause: "Do not tilt it", "Never stretch or rotate the logo", "It must not be mirrored".
  pattern: new RegExp(
    String.raw`\b(?:never|not|don['’]t)\b(?:(?!\b(?:but|unless|except)\b)[^.;:]){0,60}?` +
      String.raw`\b(?:${WORDS[act]})(?:ed|d|p?ped)?\b`,
    "i",
  ),
}));

/** Each act with the first rule that forbids it. */
export function forbiddenActs(rules: readonly string[]): { act: ForbiddenAct; rule: string }[] {
  return ACTS.flatMap(({ act, pattern }) => {
    const rule = rules.find((line) => pattern.test(line));
    return rule ? [{ act, rule }] : [];
  });
}
