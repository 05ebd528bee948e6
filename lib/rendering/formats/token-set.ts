import {
  type BrandDocument,
  familiesFor,
  fontFor,
  type PaletteEntry,
  type StoredFoundations,
  type StoredGradient,
  type StoredTextStyle,
  scaleOf,
} from "@/lib/content";
import { FONT_ROLES, type FontRole, SCALE_STEPS, TEXT_STYLES, type TextStyleName } from "@/lib/contract";
import { suggestSlug } from "@/lib/platform/suggest-slug";

export type TokenSource = Pick<BrandDocument, "colors"> & Partial<Pick<BrandDocument, "typography" | "foundations">>;

export interface ColorToken {
  name: string;
  label: string;
  hex: string;
  dark?: string | undefined;
  entry: PaletteEntry;
  step?: (typeof SCALE_STEPS)[number];
}

/** The brand's tokens under the names that all formats use: words of `a` to `z` and digits, joined by hyphens. */
export interface TokenSet {
  colors: ColorToken[];
  gradients: { name: string; gradient: StoredGradient }[];
  fonts: { name: FontRole; families: string[] }[];
  texts: { name: TextStyleName; style: StoredTextStyle }[];
  foundations: StoredFoundations | undefined;
  colorOf: (id: string | null) => ColorToken | undefined;
}

/** Latin for a name in any script. Never a number, which objects would sort, nor a name that every object has. */
function latin(name: string, group: string): string {
  const slug = suggestSlug(name);
  return /^(?:\d*|constructor)$/.test(slug) ? [group, slug].filter(Boolean).join("-") : slug;
}

/** Appends `-2`, `-3` and so on to names that are taken. */
function distinct(): (name: string) => string {
  const taken = new Set<string>();
  return (base) => {
    let name = base;
    for (let count = 2; taken.has(name); count += 1) name = `${base}-${count}`;
    taken.add(name);
    return name;
  };
}

function colorTokens({ palette, scales, dark }: BrandDocument["colors"]): ColorToken[] {
  const free = distinct();
  // Colours before shades: "Alder 500" keeps its name beside the shade 500 of "Alder".
  const named = palette.map((entry) => ({ entry, name: free(latin(entry.name, "color")) }));
  return named.flatMap(({ entry, name }): ColorToken[] => {
    const own = { name, label: entry.name, hex: entry.hex, dark: dark?.[entry.id], entry };
    const set = scales?.[entry.id];
    if (!set) return [own];
    const { steps } = scaleOf(entry.hex, set);
    return [
      own,
      ...SCALE_STEPS.map((step) => ({
        name: free(`${name}-${step}`),
        label: `${entry.name} ${step}`,
        hex: steps[step],
        entry,
        step,
      })),
    ];
  });
}

export function tokenSetOf({ colors, typography, foundations }: TokenSource): TokenSet {
  const tokens = colorTokens(colors);
  const own = new Map(tokens.filter(({ step }) => !step).map((token) => [token.entry.id, token]));
  const free = distinct();
  const texts = TEXT_STYLES.flatMap((name) => {
    const style = typography?.styles[name];
    return style ? [{ name, style }] : [];
  });
  const fonts = FONT_ROLES.flatMap((name) => {
    const isUsed = typography && (fontFor(typography, name) || texts.some(({ style }) => style.font === name));
    return isUsed ? [{ name, families: familiesFor(typography, name) }] : [];
  });
  return {
    colors: tokens,
    gradients: (colors.gradients ?? []).map((gradient) => ({
      name: free(latin(gradient.name, "gradient")),
      gradient,
    })),
    fonts,
    texts,
    foundations,
    colorOf: (id) => (id === null ? undefined : own.get(id)),
  };
}
