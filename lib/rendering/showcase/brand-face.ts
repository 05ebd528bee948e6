import type { BrandDocument } from "@/lib/content";
import { paletteIn } from "./document-in";
import { inkOn, mix, schemeOf } from "./scheme";
import { THEMES } from "./themes";

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
