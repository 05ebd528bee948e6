import type { BrandDocument } from "@/lib/brand-document";
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
