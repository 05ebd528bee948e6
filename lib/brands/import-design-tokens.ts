import { COLOR_LIMITS, DOCUMENT_LIMITS, emptyDocument, type PaletteEntry, StoredGradient } from "@/lib/content";
import type { ColorRole } from "@/lib/contract";
import { newId } from "@/lib/platform/ids";
import { counted } from "@/lib/platform/text";
import { type DesignToken, flattenTokens } from "./flatten-tokens";
import { typeByPlace } from "./foreign-tokens";
import { importTokenFoundations, lengthOfName } from "./import-token-foundations";
import { type ImportedBrand, isRecord, leftFor, shorten, unreadable } from "./imported-brand";
import { hexOfToken, readTokenColor, roleOfName } from "./read-token-color";
import { arithmeticOf } from "./token-arithmetic";

const STUDIO_TYPES: Readonly<Record<string, Pick<DesignToken, "type" | "length">>> = {
  fontFamilies: { type: "fontFamily" },
  fontWeights: { type: "fontWeight" },
  fontSizes: { type: "fontSize" },
  sizing: { type: "dimension" },
  spacing: { type: "dimension", length: "spacing" },
  borderRadius: { type: "dimension", length: "radius" },
  boxShadow: { type: "shadow" },
};

/** Figma has only numbers and texts. Scopes say what they are for, else the name does. */
function figmaType({ type, path, scopes = [] }: DesignToken): Partial<DesignToken> {
  if (type === "string" && scopes.includes("FONT_FAMILY")) return { type: "fontFamily" };
  if (type !== "number") return {};
  const [radius, spacing] = [scopes.includes("CORNER_RADIUS"), scopes.includes("GAP")];
  const isOpen = (radius && spacing) || scopes.includes("ALL_SCOPES");
  const length = isOpen ? lengthOfName(path) : radius ? "radius" : spacing ? "spacing" : null;
  return length ? { type: "dimension", length } : {};
}

const workedLayer = (layer: unknown, work: (value: unknown) => unknown): unknown =>
  isRecord(layer)
    ? Object.fromEntries(Object.entries(layer).map(([key, value]) => [key, key === "color" ? value : work(value)]))
    : layer;

function settleTokens(tokens: readonly DesignToken[]): DesignToken[] {
  const valueAt = new Map(tokens.map(({ path, value }) => [path.join("."), value]));
  const work = arithmeticOf((reference) => valueAt.get(reference));
  return tokens.map((token) => {
    const said = token.type?.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const named = { ...token, type: said ?? typeByPlace(token.path, token.value) ?? null };
    const studio = Object.hasOwn(STUDIO_TYPES, named.type ?? "") ? STUDIO_TYPES[named.type ?? ""] : undefined;
    const settled = { ...named, ...studio, ...figmaType(named) };
    const { type, value } = settled;
    if (type === "dimension") return { ...settled, value: work(value) };
    if (type !== "shadow" && type !== "border") return settled;
    return {
      ...settled,
      value: Array.isArray(value) ? value.slice(0, 20).map((one) => workedLayer(one, work)) : workedLayer(value, work),
    };
  });
}

const words = (key: string) =>
  key
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/[-_]+/g, " ")
    .trim();

/** `Brand primary` for `color.brand.primary`. */
function nameOf(path: readonly string[]): string {
  const parts = path.flatMap((key) => key.split("/"));
  const from = parts.findIndex((part, at) => at === parts.length - 1 || !/^(?:colou?rs?|tokens)$/i.test(part));
  const telling = parts.slice(from);
  const name = telling.map(words).join(" ").toLowerCase() || "colour";
  return (name.charAt(0).toUpperCase() + name.slice(1)).slice(0, DOCUMENT_LIMITS.label);
}

interface FoundColor {
  token: DesignToken;
  hex: string;
  role: ColorRole | null;
}

/** Colours with a role keep all their names while there is space. Others are dropped if repeated. */
function withoutRepeats(found: readonly FoundColor[]): FoundColor[] {
  const once = (colors: readonly FoundColor[], keyOf: (color: FoundColor) => string) =>
    [...new Map(colors.toReversed().map((color) => [keyOf(color), color])).values()].toReversed();
  const named = found.filter(({ role }) => role !== null);
  const hexes = new Set(named.map(({ hex }) => hex));
  const nameless = once(
    found.filter(({ role, hex }) => role === null && !hexes.has(hex)),
    ({ hex }) => hex,
  );
  const fits = named.length + nameless.length <= DOCUMENT_LIMITS.colors;
  return [...(fits ? named : once(named, ({ role, hex }) => `${role} ${hex}`)), ...nameless];
}

const toEntry = ({ token: { path, description }, hex, role }: FoundColor): PaletteEntry => ({
  id: newId(),
  name: nameOf(path),
  role: role ?? "neutral",
  hex,
  usage: description?.slice(0, DOCUMENT_LIMITS.prose) ?? "",
  locked: false,
});

function importColors(tokens: readonly DesignToken[], taken: string[], left: string[]): PaletteEntry[] {
  const found: FoundColor[] = [];
  const refused = { transparent: [] as string[], unreadable: [] as string[] };
  for (const token of tokens) {
    const color = readTokenColor(token.value);
    if ("hex" in color) found.push({ token, hex: color.hex, role: roleOfName(token.path.join(" ")) });
    else refused[color.refused].push(token.path.join("."));
  }
  left.push(...leftFor("a palette can’t have transparent colours.", refused.transparent));
  left.push(...leftFor("not a readable colour.", refused.unreadable));
  const distinct = withoutRepeats(found);
  const kept = distinct.slice(0, DOCUMENT_LIMITS.colors);
  if (kept.length > 0)
    taken.push(
      kept.length === 1
        ? "1 colour, with a role from its name."
        : `${kept.length} colours, with roles from their names.`,
    );
  const nameless = kept.filter(({ role }) => role === null).length;
  if (nameless > 0)
    taken.push(
      nameless === 1
        ? "1 colour without a role in its name, as neutral. Set its role in the palette."
        : `${nameless} colours without a role in their names, as neutral. Set their roles in the palette.`,
    );
  const repeats = found.length - distinct.length;
  if (repeats > 0) left.push(`${counted(repeats, "colour")} that ${repeats === 1 ? "repeats" : "repeat"} another one.`);
  if (distinct.length > kept.length) {
    left.push(`${counted(distinct.length - kept.length, "colour")}: a palette can have ${DOCUMENT_LIMITS.colors}.`);
  }
  return kept.map(toEntry);
}

/** The format has no direction, so gradients run left to right. They keep their own colours. */
function importGradients(tokens: readonly DesignToken[], taken: string[], left: string[]): StoredGradient[] {
  const gradients = tokens.flatMap(({ type, path, value }) => {
    if (type !== "gradient") return [];
    const given = Array.isArray(value) ? value.slice(0, COLOR_LIMITS.stops).filter(isRecord) : [];
    const stops = given.map(({ color, position }) => ({ color_id: null, hex: hexOfToken(color), position }));
    const name = nameOf(path).slice(0, COLOR_LIMITS.name);
    const parsed = StoredGradient.safeParse({ id: newId(), name, kind: "linear", angle: 90, stops });
    if (!parsed.success) left.push(`${path.join(".")}: not a readable gradient.`);
    return parsed.success ? [parsed.data] : [];
  });
  const kept = gradients.slice(0, COLOR_LIMITS.gradients);
  if (kept.length > 0) taken.push(`${counted(kept.length, "gradient")}, from left to right.`);
  if (gradients.length > kept.length)
    left.push(`${counted(gradients.length - kept.length, "gradient")}: a brand can have ${COLOR_LIMITS.gradients}.`);
  return kept;
}

/** The first family of a `fontFamily` or `typography` token (`fontFamilies` in Penpot). */
function familyOf({ type, value }: DesignToken): string | null {
  const family = type === "typography" && isRecord(value) ? (value.fontFamily ?? value.fontFamilies) : value;
  const list = Array.isArray(family) ? family[0] : family;
  const first = typeof list === "string" ? (list.split(",")[0] ?? "").trim().replace(/^(["'])(.*)\1$/, "$2") : "";
  return first !== "" && !first.includes("{") ? first.slice(0, DOCUMENT_LIMITS.label) : null;
}

const FONT_WORDS = {
  mono: /\b(mono|code|monospace)/i,
  heading: /\b(heading|headline|display|title|h1|h2)/i,
  body: /\b(body|text|base|sans|default|paragraph|copy)/i,
} as const;

function importFonts(
  tokens: readonly DesignToken[],
  taken: string[],
  left: string[],
): Partial<Record<keyof typeof FONT_WORDS, string>> {
  const fonts: Partial<Record<keyof typeof FONT_WORDS, string>> = {};
  const unplaced = new Set<string>();
  let [composite, unread] = [0, 0];
  for (const token of tokens) {
    if (token.type !== "fontFamily" && token.type !== "typography") continue;
    const family = familyOf(token);
    if (!family) unread += 1;
    else {
      const name = token.path.map(words).join(" ");
      const use = (["mono", "heading", "body"] as const).find((one) => FONT_WORDS[one].test(name));
      if (use) fonts[use] ??= family;
      else unplaced.add(family);
      if (token.type === "typography") composite += 1;
    }
  }
  const placed = Object.entries(fonts);
  for (const [use, family] of placed) taken.push(`The typeface ${family} for ${use}.`);
  for (const [, family] of placed) unplaced.delete(family);
  for (const family of unplaced)
    left.push(`The typeface ${family}: its name doesn’t say whether it is for headings, body text or code.`);
  if (composite > 0)
    left.push(
      `${counted(composite, "typography token")}: only the typeface is imported. Set sizes as text styles on the Typography page.`,
    );
  if (unread > 0)
    left.push(`${counted(unread, "token")} of ${unread === 1 ? "a typeface" : "typefaces"} without a name.`);
  return fonts;
}

const UNSAID = ["dimension", "number"];

function countByType(tokens: readonly DesignToken[]): string[] {
  const counts = new Map<string, number>();
  for (const { type } of tokens) counts.set(type ?? "", (counts.get(type ?? "") ?? 0) + 1);
  return [...counts].map(([type, count]) => {
    if (type === "") return `${counted(count, "token")} without a type.`;
    const reason = UNSAID.includes(type)
      ? `no name says whether ${count === 1 ? "it is spacing or a radius" : "they are spacing or radii"}.`
      : "not supported.";
    return `${counted(count, `${type} token`)}: ${reason}`;
  });
}

/**
 * Imports DTCG tokens (2025.10 and drafts). Roles come from group or token names.
 * @throws BadRequest when no token can be used
 */
export function importDesignTokens(root: Record<string, unknown>): ImportedBrand {
  const taken: string[] = [];
  const left: string[] = [];
  const tokens = flattenTokens(root);
  const broken = tokens.filter(({ value }) => value === undefined);
  const names = broken.map(({ path }) => path.join("."));
  left.push(...leftFor("its reference is broken or circular.", names));
  const sound = settleTokens(tokens.filter(({ value }) => value !== undefined));
  const palette = importColors(
    sound.filter(({ type }) => type === "color"),
    taken,
    left,
  );
  const gradients = importGradients(sound, taken, left);
  const typography = importFonts(sound, taken, left);
  const { foundations, seen } = importTokenFoundations(sound, taken, left);
  const told = ["color", "gradient", "fontFamily", "typography"];
  left.push(...countByType(sound.filter((token) => !told.includes(token.type ?? "") && !seen.has(token))));
  if (palette.length === 0 && Object.keys(typography).length === 0 && !foundations) {
    const sentence = "These tokens contain no colour, typeface or foundation to start a brand from.";
    throw unreadable([sentence, ...left.slice(0, 3)].join(" "));
  }
  const document = emptyDocument();
  document.colors = { source: "imported", seed: null, palette, ...(gradients.length > 0 && { gradients }) };
  if (Object.keys(typography).length > 0) document.identity.brand.typography = typography;
  if (foundations) document.foundations = foundations;
  return { kind: "tokens", name: null, document, taken, left: shorten(left) };
}
