import type { DesignToken } from "./flatten-tokens";
import { lengthOfName } from "./foundation-names";
import { isRecord } from "./imported-brand";
import { arithmeticOf } from "./token-arithmetic";

/** What Tokens Studio calls its types, where the format calls them otherwise, and what a length of such a type is for. */
const STUDIO_TYPES: Readonly<Record<string, Pick<DesignToken, "type" | "length">>> = {
  fontFamilies: { type: "fontFamily" },
  fontWeights: { type: "fontWeight" },
  fontSizes: { type: "fontSize" },
  sizing: { type: "dimension" },
  spacing: { type: "dimension", length: "spacing" },
  borderRadius: { type: "dimension", length: "radius" },
  boxShadow: { type: "shadow" },
};

/** Figma knows numbers and texts; what one is for is said by where it may be used, and where that is everywhere, by its name. */
function figmaType({ type, path, scopes = [] }: DesignToken): Partial<DesignToken> {
  if (type === "string" && scopes.includes("FONT_FAMILY")) return { type: "fontFamily" };
  if (type !== "number") return {};
  const [radius, spacing] = [scopes.includes("CORNER_RADIUS"), scopes.includes("GAP")];
  const isOpen = (radius && spacing) || scopes.includes("ALL_SCOPES");
  const length = isOpen ? lengthOfName(path) : radius ? "radius" : spacing ? "spacing" : null;
  return length ? { type: "dimension", length } : {};
}

/** A shadow's layer or a border with its own lengths worked out. */
const workedLayer = (layer: unknown, work: (value: unknown) => unknown): unknown =>
  isRecord(layer)
    ? Object.fromEntries(Object.entries(layer).map(([key, value]) => [key, key === "color" ? value : work(value)]))
    : layer;

/**
 * Tokens by the types of the format, whatever Figma and Tokens Studio call them, with what a length is for where the file says it, and with sums
 * of lengths worked out.
 */
export function settleTokens(tokens: readonly DesignToken[]): DesignToken[] {
  const valueAt = new Map(tokens.map(({ path, value }) => [path.join("."), value]));
  const work = arithmeticOf((reference) => valueAt.get(reference));
  return tokens.map((token) => {
    const studio = Object.hasOwn(STUDIO_TYPES, token.type ?? "") ? STUDIO_TYPES[token.type ?? ""] : undefined;
    const settled = { ...token, ...studio, ...figmaType(token) };
    const { type, value } = settled;
    if (type === "dimension") return { ...settled, value: work(value) };
    if (type !== "shadow" && type !== "border") return settled;
    return {
      ...settled,
      value: Array.isArray(value) ? value.slice(0, 20).map((one) => workedLayer(one, work)) : workedLayer(value, work),
    };
  });
}
