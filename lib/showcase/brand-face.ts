import type { BrandDocument } from "@/lib/brand-document";
import { FONT_ROLES, type FontRole } from "@/lib/contract";
import { fontFor } from "@/lib/typography";
import { paletteIn } from "./palette-in";
import { mix, schemeOf } from "./scheme";
import { THEMES } from "./themes";

/** What the hub's pages call their colours, in a brand's: each light and dark, and read on each other as the hub's are. */
export function colorTokens(colors: BrandDocument["colors"]): Record<`--${string}`, string> {
  const [light, dark] = THEMES.map((theme) => {
    const { page, panel, line, ink, muted, link, primary, onPrimary } = schemeOf(paletteIn(colors, theme), theme);
    return {
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
    Object.entries(light ?? {}).map(([name, value]) => [
      `--${name}`,
      `light-dark(${value}, ${dark?.[name as keyof typeof dark] ?? value})`,
    ]),
  );
}

/** The families under which a page knows the brand's fonts: names of the hub's, since those of brands are written by people. */
const familyOf = (role: FontRole): string => `brand-${role}`;

/**
 * The rules by which a page loads the brand's fonts and sets itself in them; empty without font files.
 * @param urlOf a URL of a stored file, which holds no quotes
 * @param within the selector of the page's outermost element
 */
export function fontRules(
  typography: BrandDocument["typography"],
  urlOf: (sha256: string) => string,
  within: string,
): string {
  if (!typography) return "";
  const faces = FONT_ROLES.flatMap((role) =>
    (fontFor(typography, role)?.files ?? []).map(({ file, weights: [min, max], style }) =>
      [
        `@font-face{font-family:${familyOf(role)}`,
        `src:url("${urlOf(file.sha256)}")`,
        `font-weight:${min === max ? min : `${min} ${max}`}`,
        `font-style:${style}`,
        "font-display:swap}",
      ].join(";"),
    ),
  );
  if (faces.length === 0) return "";
  const has = (role: FontRole) => Boolean(fontFor(typography, role)?.files.length);
  const stack = (...roles: FontRole[]) =>
    [...roles.filter(has).map(familyOf), "var(--font-geist-sans)", "sans-serif"].join(",");
  return [
    ...faces,
    `${within}{font-family:${stack("body", "heading")}}`,
    `${within} :is(h1,h2,h3,blockquote){font-family:${stack("heading", "body")}}`,
    ...(has("mono") ? [`${within} .font-mono{font-family:${familyOf("mono")},var(--font-geist-mono),monospace}`] : []),
  ].join("");
}
