import type { LogoVariant } from "@/lib/contract";
import type { LogoEntry } from "../document/brand-document";
import type { PaletteEntry } from "../document/colors";
import type { StoredLogoRule } from "../document/guidelines";
import { contrastRatio } from "../palette/hex";

/** White contrasts more than black. */
const isDark = (hex: string): boolean => contrastRatio(hex, "#ffffff") > contrastRatio(hex, "#000000");

export interface BackgroundOption {
  /** Palette id, `white` or `black`. */
  id: string;
  name: string;
  hex: string;
  dark: boolean;
  /** By the logo's rule, else by what the logo is made for. */
  allowed: boolean;
}

type Grounded = Pick<LogoEntry, "background" | "rule">;

const WHITE = { id: "white", name: "White", hex: "#ffffff" };
const BLACK = { id: "black", name: "Black", hex: "#000000" };
const PLAIN = [WHITE, BLACK];

const isPlain = (hex: string) => PLAIN.some((one) => one.hex === hex.toLowerCase());

const groundsStated = ({ rule }: Grounded): boolean =>
  [...(rule?.allowed_backgrounds?.surfaces ?? []), ...(rule?.allowed_backgrounds?.colors ?? [])].length > 0;

function isAllowed(logo: Grounded, id: string, dark: boolean): boolean {
  const { surfaces = [], colors = [] } = logo.rule?.allowed_backgrounds ?? {};
  const meant = groundsStated(logo) ? surfaces : [logo.background];
  return colors.includes(id) || meant.includes("any") || meant.includes(dark ? "dark" : "light");
}

/** Allowed backgrounds first, with colours named in the rule before white and black. */
export function backgroundOptions(logo: Grounded, palette: readonly PaletteEntry[]): BackgroundOption[] {
  const named = logo.rule?.allowed_backgrounds?.colors ?? [];
  const own = palette.map(({ id, name, hex }) => ({ id, name, hex }));
  const plain = PLAIN.filter(({ hex }) => !own.some((one) => one.hex.toLowerCase() === hex));
  const grounds = [
    ...own.filter(({ id }) => named.includes(id)),
    ...plain,
    ...own.filter(({ id }) => !named.includes(id)),
  ];
  const shown = grounds.map((ground): BackgroundOption => {
    const dark = isDark(ground.hex);
    return { ...ground, dark, allowed: isAllowed(logo, ground.id, dark) };
  });
  return [...shown.filter(({ allowed }) => allowed), ...shown.filter(({ allowed }) => !allowed)];
}

/** The best background: a colour named in the rule, else an allowed background colour, else white or black. */
export function defaultBackground(logo: Grounded, palette: readonly PaletteEntry[]): BackgroundOption {
  const grounds = backgroundOptions(logo, palette).filter(({ allowed }) => allowed);
  const named = logo.rule?.allowed_backgrounds?.colors ?? [];
  const backgrounds = palette.flatMap(({ id, role }) => (role === "background" ? [id] : []));
  const home =
    grounds.find(({ id }) => named.includes(id)) ??
    grounds.find(({ id }) => backgrounds.includes(id)) ??
    grounds.find(({ hex }) => isPlain(hex));
  const dark = logo.background === "dark";
  return home ?? { ...(dark ? BLACK : WHITE), dark, allowed: false };
}

/** Up to `most` backgrounds each. None if any will do. White and black if the logo is only made for light or dark. */
export function ruleBackgrounds(
  logo: Grounded,
  palette: readonly PaletteEntry[],
  most = 2,
): { allowed: BackgroundOption[]; forbidden: BackgroundOption[] } {
  const ruled = groundsStated(logo);
  const grounds = backgroundOptions(logo, palette).filter(({ hex }) => ruled || isPlain(hex));
  const forbidden = grounds.filter(({ allowed }) => !allowed).slice(0, most);
  const stated = ruled || logo.background !== "any";
  return { allowed: stated ? grounds.filter(({ allowed }) => allowed).slice(0, most) : [], forbidden };
}

/** A picture's own background: the same colour in the middle of all four edges. Null if it has none. */
export function plateOf(
  hexAt: (x: number, y: number) => string | null,
  { width, height }: { width: number; height: number },
): string | null {
  const [middle, centre] = [width >> 1, height >> 1];
  const [first, ...others] = [hexAt(middle, 1), hexAt(middle, height - 2), hexAt(1, centre), hexAt(width - 2, centre)];
  return first && others.every((hex) => hex === first) ? first : null;
}

/** `described` is in words, such as "the width of one eye". */
export type ClearSpace =
  | { kind: "share"; of: "height" | "width"; share: number }
  | { kind: "pixels"; pixels: number }
  | { kind: "none" }
  | { kind: "described" };

const NUMBER = String.raw`\d+(?:[.,]\d+)?`;
const SHARES: Readonly<Record<string, number>> = {
  "½": 1 / 2,
  "⅓": 1 / 3,
  "¼": 1 / 4,
  "⅕": 1 / 5,
  "⅙": 1 / 6,
  "⅛": 1 / 8,
  half: 1 / 2,
  "one half": 1 / 2,
  "a third": 1 / 3,
  "one third": 1 / 3,
  "a quarter": 1 / 4,
  "one quarter": 1 / 4,
  "a fifth": 1 / 5,
  "one fifth": 1 / 5,
  "a sixth": 1 / 6,
  "one sixth": 1 / 6,
  "an eighth": 1 / 8,
  "one eighth": 1 / 8,
  "a tenth": 1 / 10,
  "one tenth": 1 / 10,
  twice: 2,
};
const WORD_OR_FRACTION = String.raw`(?<word>${Object.keys(SHARES).join("|")})|(?<top>\d+)/(?<bottom>\d+)`;
const SHARE = `(?:${WORD_OR_FRACTION}|(?<percent>${NUMBER}) ?(?:%|percent)|(?<times>${NUMBER}) ?[x×])`;
/** Other words name a part or another logo, whose size is unknown. */
const ITSELF: Record<LogoVariant, string> = {
  logo_positive: "logo",
  logo_negative: "logo",
  symbol: "logo|symbol|mark|icon",
  wordmark: "logo|wordmark|mark",
  favicon: "logo|favicon|icon",
  other: "logo|symbol|wordmark|mark|icon|favicon",
};
const OF_ITSELF = Object.fromEntries(
  Object.entries(ITSELF).map(([variant, names]) => [
    variant,
    [
      new RegExp(`${SHARE} (?:of )?(?:the |its )?(?:own )?(?:(?:${names})(?:['’]s)? )?(?<side>height|width)(?! of)`),
      new RegExp(`${SHARE} (?:of )?(?:the )?(?<side>height|width) of (?:the )?(?:${names})\\b`),
    ],
  ]),
) as Record<LogoVariant, RegExp[]>;
const NONE = /^(?:(?:none|no clear space|built[ -]?in)\b|0 ?(?:px)?$)/;
const PIXELS = new RegExp(`(?<pixels>${NUMBER}) ?(?:px|pixels?)\\b`);

/** Longer rules are prose, and matching takes quadratic time. */
const MAX_MEASURED_LENGTH = 200;

const toNumber = (text: string): number => Number(text.replace(",", "."));

function shareOf(groups: Record<string, string | undefined>): number | null {
  const { word, top, bottom, percent, times } = groups;
  if (word) return SHARES[word] ?? null;
  if (percent) return toNumber(percent) / 100;
  if (times) return toNumber(times);
  return top && bottom && Number(bottom) > 0 ? Number(top) / Number(bottom) : null;
}

/** `described` if it isn't clearly measurable, `none` if empty. */
export function measureClearSpace(rule: string, variant: LogoVariant = "other"): ClearSpace {
  const text = rule.trim().toLowerCase().replace(/\s+/g, " ");
  if (text.length > MAX_MEASURED_LENGTH) return { kind: "described" };
  if (text === "" || NONE.test(text)) return { kind: "none" };
  for (const pattern of OF_ITSELF[variant]) {
    const groups = pattern.exec(text)?.groups;
    const share = groups ? shareOf(groups) : null;
    if (groups && share !== null && share > 0 && share <= 3) {
      return { kind: "share", of: groups.side === "width" ? "width" : "height", share };
    }
  }
  const pixels = toNumber(PIXELS.exec(text)?.groups?.pixels ?? "0");
  return pixels > 0 && pixels <= 1000 ? { kind: "pixels", pixels } : { kind: "described" };
}

/** By the machine-checked rule, else by the text. */
export function clearSpaceOf({ rule, clear_space, variant }: LogoEntry): ClearSpace {
  const stated = rule?.clear_space;
  if (!stated) return measureClearSpace(clear_space, variant);
  const measurable = stated.of === "logo_height" || variant === "symbol";
  return measurable ? { kind: "share", of: "height", share: stated.share } : { kind: "described" };
}

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
