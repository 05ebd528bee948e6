import {
  type BrandDocument,
  familiesFor,
  fontFor,
  HUB_EXTENSION,
  type PaletteEntry,
  publishColors,
  publishFoundations,
  type StoredFoundations,
  type StoredGradient,
  type StoredLength,
  type StoredPrint,
  type StoredTextStyle,
  scaleOf,
  tokenColor,
  tokensOf,
  toPx,
} from "@/lib/content";
import { FONT_ROLES, type FontRole, SCALE_STEPS, TEXT_STYLES, type TextStyleName } from "@/lib/contract";
import { suggestSlug } from "@/lib/platform/suggest-slug";

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Absent without entries. */
const group = (key: string, tokens: readonly (readonly [string, object])[]) =>
  tokens.length > 0 ? { [key]: Object.fromEntries(tokens) } : {};

const colorToken = (hex: string) => ({ $type: "color", $value: tokenColor(hex) });

const own = (value: object) => ({ [HUB_EXTENSION]: value });

/** In a fixed order, because the database doesn't keep that of keys. */
const lengthOf = ({ value, unit }: StoredLength) => ({ value, unit });
const printOf = (print: StoredPrint | undefined) => {
  const { c, m, y, k } = print?.cmyk ?? {};
  return print && { cmyk: print.cmyk && { c, m, y, k }, pantone: print.pantone };
};

function colorTokens({ colors, colorOf }: TokenSet, { print }: TokenSource["colors"]) {
  return colors.map(({ name, hex, dark, step, entry: { id, ...entry } }): [string, object] => {
    if (step) return [name, { ...colorToken(hex), $extensions: own({ shade: { of: colorOf(id)?.name, step } }) }];
    const $extensions = {
      ...(dark && { mode: { dark: tokenColor(dark) } }),
      ...own({ name: entry.name, role: entry.role, ...printOf(print?.[id]) }),
    };
    return [name, { ...colorToken(hex), ...(entry.usage && { $description: entry.usage }), $extensions }];
  });
}

const gradientTokens = ({ gradients, colorOf }: TokenSet) =>
  gradients.map(({ name: key, gradient: { name, kind, angle, stops } }): [string, object] => {
    const $value = stops.map(({ color_id, hex, position }) => {
      const followed = colorOf(color_id);
      return { color: followed ? `{color.${followed.name}}` : tokenColor(hex), position };
    });
    return [key, { $type: "gradient", $value, $extensions: own({ name, kind, angle }) }];
  });

const textTokens = ({ texts }: TokenSet) =>
  texts.map(({ name, style: { font, fontWeight, lineHeight, ...style } }): [string, object] => {
    const [fontSize, letterSpacing] = [lengthOf(style.fontSize), lengthOf(style.letterSpacing)];
    const $value = { fontFamily: `{font.${font}}`, fontSize, fontWeight, letterSpacing, lineHeight };
    return [name, { $type: "typography", $value }];
  });

const colorRules = ({ colorOf }: TokenSet, { rules = [] }: TokenSource["colors"]) => {
  const names = (ids: readonly string[]) => ids.flatMap((id) => colorOf(id)?.name ?? []);
  return rules.map(({ color, allowed_on, forbidden_on, never_pair_with, severity, reason }) => ({
    color: colorOf(color)?.name,
    allowed_on: names(allowed_on),
    forbidden_on: names(forbidden_on),
    never_pair_with: names(never_pair_with),
    severity,
    ...(reason && { reason }),
  }));
};

/** Design tokens (DTCG 2025.10). A colour's dark form is its mode `dark`. What DTCG lacks is in the hub's extension. */
function tokenTree(source: TokenSource, set: TokenSet) {
  return {
    ...group("color", colorTokens(set, source.colors)),
    ...group("gradient", gradientTokens(set)),
    ...group(
      "font",
      set.fonts.map(({ name, families }) => [name, { $type: "fontFamily", $value: families }]),
    ),
    ...group("text", textTokens(set)),
    ...publishFoundations(source.foundations).foundations,
    $extensions: own({ color_rules: colorRules(set, source.colors) }),
  };
}

export const asTokens = (source: TokenSource): string => json(tokenTree(source, tokenSetOf(source)));

const isDark = (token: ColorToken): token is ColorToken & { dark: string } => token.dark !== undefined;

/** A resolver document (DTCG 2025.10) that contains its tokens. `dark` overrides colours under the same names. */
export function asResolver(source: TokenSource): string {
  const set = tokenSetOf(source);
  const dark = set.colors.filter(isDark).map(({ name, dark }): [string, object] => [name, colorToken(dark)]);
  const theme = { contexts: { light: [], dark: [group("color", dark)] }, default: "light" };
  return json({
    version: "2025.10",
    sets: { brand: { sources: [tokenTree(source, set)] } },
    ...(dark.length > 0 && { modifiers: { theme } }),
    resolutionOrder: [{ $ref: "#/sets/brand" }, ...(dark.length > 0 ? [{ $ref: "#/modifiers/theme" }] : [])],
  });
}

const figmaToken = ($type: string, $value: unknown, scopes: string[], cssName: string, $description?: string) => ({
  $type,
  $value,
  ...($description && { $description }),
  $extensions: { "com.figma.scopes": scopes, "com.figma.codeSyntax": { WEB: `var(--${cssName})` } },
});

/** Figma variables, one file for each mode, as Figma imports and exports them. They can't hold gradients or shadows. */
export const asFigma =
  (mode: "Light" | "Dark") =>
  (source: TokenSource): string => {
    const set = tokenSetOf(source);
    const lengths = (key: "spacing" | "radius", scope: string) =>
      group(
        key,
        tokensOf(set.foundations, key).map(([name, length]) => [
          name,
          figmaToken("number", toPx(length), [scope], `${key}-${name}`),
        ]),
      );
    return json({
      ...group(
        "color",
        set.colors.map(({ name, hex, dark, step, entry }) => {
          const value = { ...tokenColor((mode === "Dark" && dark) || hex), alpha: 1 };
          return [name, figmaToken("color", value, ["ALL_SCOPES"], `color-${name}`, step ? "" : entry.usage)];
        }),
      ),
      ...group(
        "font",
        set.fonts.map(({ name, families: [family] }) => [
          name,
          figmaToken("string", family, ["FONT_FAMILY"], `font-${name}`),
        ]),
      ),
      ...group(
        "text",
        set.texts.map(({ name, style }) => [
          name,
          figmaToken("number", toPx(style.fontSize), ["FONT_SIZE"], `text-${name}`),
        ]),
      ),
      ...lengths("spacing", "GAP"),
      ...lengths("radius", "CORNER_RADIUS"),
      $extensions: { "com.figma.modeName": mode },
    });
  };

/** In the bundle's format: the palette, or an object with more if defined. */
export function asBundlePart({ colors }: TokenSource): string {
  const { colors: published, color_rules } = publishColors(colors);
  const { source: _, ...said } = published;
  const isMore = color_rules !== undefined || Object.keys(said).length > 1;
  return json(isMore ? { colors: said, color_rules } : said.palette);
}

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

function colorTokensOf({ palette, scales, dark }: BrandDocument["colors"]): ColorToken[] {
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
  const tokens = colorTokensOf(colors);
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
