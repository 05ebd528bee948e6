import { pickCover } from "@/lib/brands";
import {
  type BrandDocument,
  cssFamilies,
  cssFeatures,
  cssName,
  rolesOf,
  type StoredFont,
  type StoredTextStyle,
  type StoredTypography,
  thumbnailOf,
  type UrlOf,
} from "@/lib/content";
import type { FontRole } from "@/lib/contract";
import { paletteIn } from "./document-in";
import { type Drawing, isDrawing } from "./mock-ups/index";
import { inkOn, mix, schemeOf } from "./scheme";
import { typefaceOf } from "./typefaces";

const FALLBACKS: Record<FontRole, string> = {
  heading: "var(--font-geist-sans),sans-serif",
  body: "var(--font-geist-sans),sans-serif",
  mono: "var(--font-geist-mono),monospace",
};

/** A size in pixels, for headings also as a share of a narrow window or box. `line` is the largest line height. */
interface SizeLimits {
  least: number;
  most: number;
  vw: number | null;
  line: number;
}

/** For a brand's page, and for a part of the hub's pages. */
const LIMITS = {
  page: {
    h1: { least: 24, most: 72, vw: 11, line: 2 },
    h2: { least: 18, most: 40, vw: 8, line: 2 },
    h3: { least: 14, most: 24, vw: 6, line: 2 },
    body: { least: 14, most: 18, vw: null, line: 2 },
  },
  within: {
    h1: { least: 24, most: 48, vw: 9, line: 1.15 },
    h2: { least: 18, most: 28, vw: 6.5, line: 1.2 },
    h3: { least: 14, most: 18, vw: 4.5, line: 1.3 },
    body: { least: 14, most: 14, vw: null, line: 1.5 },
  },
} as const satisfies Record<string, Record<string, SizeLimits>>;
type PageKind = keyof typeof LIMITS;

/** `font-display` gets size and typeface, `font-heading` only the typeface. */
const HEADINGS = "h1,h2,h3,blockquote,.font-heading,.font-display";

const within = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value));
const pixels = ({ value, unit }: StoredTextStyle["fontSize"]): number => (unit === "rem" ? value * 16 : value);
const rounded = (value: number): number => Number(value.toFixed(4));

/** How many times as wide typefaces are at weight 600 as at 400, on average. */
const BOLDER = 1.03;

/**
 * Local fonts that take a typeface's space while it loads. The last ones have the metrics' own widths, on Windows,
 * Linux, macOS and Android. `width` and `bold` are the average letter widths of the regular and the bold cut, as
 * multiples of the last ones' regular.
 */
const STAND_INS: Record<string, readonly { names: readonly string[]; width: number; bold: number }[]> = {
  Arial: [
    { names: ["DejaVu Sans"], width: 1.148, bold: 1.297 },
    { names: ["Arial", "Liberation Sans", "Arimo", "Helvetica", "Roboto"], width: 1, bold: 1.08 },
  ],
  "Times New Roman": [
    { names: ["DejaVu Serif"], width: 1.28, bold: 1.412 },
    { names: ["Noto Serif"], width: 1.195, bold: 1.279 },
    { names: ["Times New Roman", "Liberation Serif", "Tinos", "Times"], width: 1, bold: 1.063 },
  ],
  "Courier New": [
    { names: ["Courier New", "Liberation Mono", "Cousine", "Courier", "DejaVu Sans Mono"], width: 1, bold: BOLDER },
  ],
};

function facesOf(font: StoredFont, family: string, urlOf: UrlOf): string[] {
  const files = font.files.flatMap(({ file, weights: [min, max], style }) => {
    const url = urlOf(file.sha256);
    if (url === null) return [];
    return [
      `@font-face{font-family:${family}`,
      `src:url("${url}")`,
      `font-weight:${min === max ? min : `${min} ${max}`}`,
      `font-style:${style}`,
      "font-display:swap}",
    ].join(";");
  });
  if (!font.metrics) return files;
  const { local, size_adjust, ascent_override, descent_override, line_gap_override } = font.metrics;
  const standIn = (names: readonly string[], width: number, weights = "") =>
    [
      `@font-face{font-family:${family}-stand-in`,
      `src:${names.map((name) => `local(${cssName(name)})`).join(",")}`,
      ...(weights ? [`font-weight:${weights}`] : []),
      `size-adjust:${rounded(size_adjust / width)}%`,
      `ascent-override:${rounded(ascent_override * width)}%`,
      `descent-override:${rounded(descent_override * width)}%`,
      `line-gap-override:${rounded(line_gap_override * width)}%}`,
    ].join(";");
  const isBold = font.files.every(({ weights: [min] }) => min >= 600);
  // Browsers use the last one of a weight whose font the system has.
  const standIns = (STAND_INS[local] ?? [{ names: [local], width: 1, bold: BOLDER }]).flatMap(
    ({ names, width, bold }) => [
      standIn(names, width),
      standIn(names, width, "600 900"),
      standIn(
        names.map((name) => `${name} Bold`),
        // The metrics of a typeface without a regular cut are those of a bold one.
        isBold ? bold : bold / BOLDER,
        "600 900",
      ),
    ],
  );
  return [...files, ...standIns];
}

/** Limits the style to the space on a page, with its letter spacing in proportion. */
function setAs(style: StoredTextStyle, { least, most, vw, line }: SizeLimits): string {
  const stated = pixels(style.fontSize);
  const size = `${rounded(within(least, stated, most) / 16)}rem`;
  return [
    // A box of half the window's width, such as a preview, needs no smaller text.
    `font-size:${vw ? `min(${size},${vw}vw,${2 * vw}cqi)` : size}`,
    `font-weight:${style.fontWeight}`,
    `line-height:${within(0.9, style.lineHeight, line)}`,
    `letter-spacing:${rounded(within(-0.1, pixels(style.letterSpacing) / stated, 0.3))}em`,
  ].join(";");
}

/** Files of a typeface that has no role: only its specimen uses them. */
const MOST_FILES = 8;

/** The CSS family of a typeface's files. */
export const faceName = (typography: StoredTypography, font: StoredFont): string =>
  `brand-${rolesOf(typography, font)[0] ?? font.id}`;

/** The CSS families of a typeface on a page with `fontRules`. Without files, the reader's own copy of it. */
export function familiesOf(typography: StoredTypography, font: StoredFont, role: FontRole = "body"): string {
  const name = faceName(typography, font);
  const own = font.files.length === 0 ? [cssName(font.family)] : [name, ...(font.metrics ? [`${name}-stand-in`] : [])];
  return [...own, cssFamilies(font.fallbacks), FALLBACKS[role]].filter(Boolean).join(",");
}

/**
 * Local fonts with adjusted metrics keep the layout stable while the brand's fonts load. Uses the hub's family
 * names, since the brand's are untrusted.
 * @param page selector of the page's root
 */
export function fontRules(
  typography: BrandDocument["typography"],
  urlOf: UrlOf,
  page: string,
  room: PageKind = "page",
): string {
  if (!typography) return "";
  const here = (role: FontRole) => withFiles(typography, role);
  const faces = typography.fonts
    .filter(({ files }) => files.length > 0)
    .map((font) => (rolesOf(typography, font).length > 0 ? font : { ...font, files: font.files.slice(0, MOST_FILES) }))
    .flatMap((font) => facesOf(font, faceName(typography, font), urlOf));
  const setIn = (role: FontRole): string => {
    const font = here(role);
    if (!font) return `font-family:${FALLBACKS[role]};font-feature-settings:normal`;
    return `font-family:${familiesOf(typography, font, role)};font-feature-settings:${cssFeatures(font)}`;
  };
  const { display, heading, subheading, body } = typography.styles;
  const styled = (selector: string, style: StoredTextStyle | undefined, size: SizeLimits) =>
    style ? [`${selector}{${setIn(style.font)};${setAs(style, size)}}`] : [];
  return [
    ...faces,
    ...(faces.length > 0 ? [`${page}{${setIn("body")}}`, `${page} :is(${HEADINGS}){${setIn("heading")}}`] : []),
    ...(here("mono") ? [`${page} .font-mono{${setIn("mono")}}`] : []),
    ...styled(page, body, LIMITS[room].body),
    ...styled(`${page} :is(h1,.font-display)`, display ?? heading, LIMITS[room].h1),
    ...styled(`${page} h2`, heading, LIMITS[room].h2),
    ...styled(`${page} h3`, subheading, LIMITS[room].h3),
  ].join("");
}

function withFiles(typography: StoredTypography, role: FontRole): StoredFont | undefined {
  const font = typefaceOf(typography, role);
  return font && font.files.length > 0 ? font : undefined;
}

export const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const BLOCKS = [0, 1, 2, 3] as const;

/** The hub's colour tokens in the brand's colours. `on-block-0` is readable on `block-0`. */
export function colorTokens(colors: BrandDocument["colors"]): Record<`--${string}`, string> {
  const [light, dark] = THEMES.map((theme): Record<string, string> => {
    const { page, panel, line, ink, muted, link, primary, onPrimary, pattern } = schemeOf(
      paletteIn(colors, theme),
      theme,
    );
    const blocks = BLOCKS.flatMap((place) => {
      const ground = pattern[place] ?? panel;
      return [
        [`block-${place}`, ground],
        [`on-block-${place}`, inkOn(ground, [ink, page])],
      ];
    });
    return {
      ...Object.fromEntries(blocks),
      canvas: page,
      surface: page,
      raised: panel,
      sunken: panel,
      hover: panel,
      active: panel,
      line,
      "line-strong": mix(ink, page, 0.4),
      ink,
      muted,
      faint: muted,
      solid: primary,
      "solid-hover": primary,
      "on-solid": onPrimary,
      accent: link,
      "accent-soft": panel,
      focus: link,
    };
  });
  return Object.fromEntries(
    Object.entries(light ?? {}).map(([name, value]) => [`--${name}`, `light-dark(${value}, ${dark?.[name] ?? value})`]),
  );
}

/** CSS for parts of a page: the brand's colours in `.brand-look`, its typefaces in `.brand-type`. */
export function lookRules(
  { colors, typography }: Pick<BrandDocument, "colors" | "typography">,
  urlOf: UrlOf,
  room: PageKind,
): string {
  const tokens = Object.entries(colorTokens(colors)).map(([name, value]) => `${name}:${value}`);
  return `.brand-look{${tokens.join(";")}}${fontRules(typography, urlOf, ".brand-type", room)}`;
}

/** Longest side of the masthead logo, in CSS pixels. */
export const COVER_PX = 640;

/** Files that a page in the brand's theme needs URLs for: the masthead logo and the fonts. */
export function viewsOfLook({
  typography,
  ...brand
}: Pick<BrandDocument, "logos" | "colors" | "typography">): string[] {
  const cover = pickCover(brand);
  const fonts = typography?.fonts.flatMap(({ files }) => files.map(({ file }) => file.sha256)) ?? [];
  return [...(cover ? [thumbnailOf(cover.item.file, COVER_PX)] : []), ...fonts];
}

/** `web-header-light.svg`. */
export const drawingName = (key: Drawing, theme: Theme, ending: "svg" | "pdf" | "png"): string =>
  `${key}-${theme}.${ending}`;

/** Null for an unknown name. */
export function readDrawingName(name: string): { key: Drawing; theme: Theme; ending: "svg" | "pdf" } | null {
  const [, key = "", theme, ending] = /^([a-z-]+)-(light|dark)\.(svg|pdf)$/.exec(name) ?? [];
  return isDrawing(key) ? { key, theme: theme as Theme, ending: ending as "svg" | "pdf" } : null;
}
