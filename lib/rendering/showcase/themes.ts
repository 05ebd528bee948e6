import { pickCover } from "@/lib/brands";
import { type BrandDocument, thumbnailOf, type UrlOf } from "@/lib/content";
import { paletteIn } from "./document-in";
import { fontRules, type PageKind } from "./font-rules";
import { type Drawing, isDrawing } from "./mock-ups/index";
import { inkOn, mix, schemeOf } from "./scheme";

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
