import type { BrandBundle, ColorRole, LogoItem } from "@/lib/contract";
import { carriesLight, contrast, textOn } from "./contrast";

/** A coloured background with the text colour and the logo that belong on it. */
export interface Surface {
  hex: string;
  text: string;
  logo: LogoItem | null;
}

export interface Theme {
  page: Surface;
  primary: Surface;
  accent: Surface;
  /** The background most unlike the page's. */
  opposite: Surface;
  headingFont: string;
  bodyFont: string;
}

const VARIANTS_BY_BACKGROUND = {
  light: ["logo_positive", "wordmark", "symbol"],
  dark: ["logo_negative", "wordmark", "symbol"],
} as const;

/** The logo for a background of this colour: `logo_negative` on dark and strong ones, never one that is meant for the other kind. */
export function logoFor(items: readonly LogoItem[], surface: string): LogoItem | null {
  const kind = carriesLight(surface) ? "dark" : "light";
  const fitting = items.filter(
    ({ background, mime }) => (background === kind || background === "any") && mime.startsWith("image/"),
  );
  for (const variant of VARIANTS_BY_BACKGROUND[kind]) {
    const logo = fitting.find((item) => item.variant === variant);
    if (logo) return logo;
  }
  return null;
}

/** A `font-family` value from what the brand says of a font, as in "Fraunces, semi-bold"; only a plain name gets into the style. */
export function fontFamily(described: string | undefined, fallback: string): string {
  const name = described?.split(",")[0]?.trim() ?? "";
  return /^[A-Za-z0-9][A-Za-z0-9 -]{0,60}$/.test(name) ? `"${name}", ${fallback}` : fallback;
}

/** How a brand's palette, logos and fonts dress the page, readable whatever the palette is. */
export function themeOf({ colors, logos, identity }: BrandBundle): Theme {
  const hexes = (role: ColorRole) => colors.palette.filter((entry) => entry.role === role).map(({ hex }) => hex);
  const backgrounds = [...hexes("background"), ...hexes("text")];
  const surface = (hex: string): Surface => ({
    hex,
    text: textOn(hex, [...hexes("text"), ...hexes("background")]),
    logo: logoFor(logos.items, hex),
  });
  const page = hexes("background")[0] ?? "#ffffff";
  const primary = hexes("primary")[0] ?? colors.palette[0]?.hex ?? "#26262b";
  const accent = hexes("accent")[0] ?? hexes("secondary")[0] ?? primary;
  const opposite = textOn(
    page,
    backgrounds.sort((left, right) => contrast(right, page) - contrast(left, page)),
  );
  const { heading, body } = identity.brand.typography ?? {};
  return {
    page: surface(page),
    primary: surface(primary),
    accent: surface(accent),
    opposite: surface(opposite),
    headingFont: fontFamily(heading, 'Georgia, "Times New Roman", serif'),
    bodyFont: fontFamily(body, "ui-sans-serif, system-ui, sans-serif"),
  };
}
