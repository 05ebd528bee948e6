import type { BrandBundle, ColorRole, LogoItem } from "@/lib/contract";
import { carriesLight, contrast, textOn } from "./contrast";

/** A background with its text colour and logo. */
export interface Surface {
  hex: string;
  text: string;
  logo: LogoItem | null;
}

export interface Theme {
  page: Surface;
  primary: Surface;
  accent: Surface;
  /** The background with the most contrast to the page. */
  opposite: Surface;
  headingFont: string;
  bodyFont: string;
}

const VARIANTS_BY_BACKGROUND = {
  light: ["logo_positive", "wordmark", "symbol"],
  dark: ["logo_negative", "wordmark", "symbol"],
} as const;

/**
 * Returns the logo for a background: `logo_negative` on dark and strong colours, never one made for the other kind.
 */
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

/** A `font-family` value from a description such as "Fraunces, semi-bold". Only a plain name gets into the CSS. */
export function fontFamily(described: string | undefined, fallback: string): string {
  const name = described?.split(",")[0]?.trim() ?? "";
  return /^[A-Za-z0-9][A-Za-z0-9 -]{0,60}$/.test(name) ? `"${name}", ${fallback}` : fallback;
}

/** Derives the page's theme from a brand. Text stays readable with any palette. */
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
