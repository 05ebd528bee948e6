import type { BrandDocument, UrlOf } from "@/lib/content";
import { colorTokens } from "./brand-face";
import { fontRules, type PageKind } from "./font-rules";

/** CSS for parts of a page: the brand's colours in `.brand-look`, its typefaces in `.brand-type`. */
export function lookRules(
  { colors, typography }: Pick<BrandDocument, "colors" | "typography">,
  urlOf: UrlOf,
  room: PageKind,
): string {
  const tokens = Object.entries(colorTokens(colors)).map(([name, value]) => `${name}:${value}`);
  return `.brand-look{${tokens.join(";")}}${fontRules(typography, urlOf, ".brand-type", room)}`;
}
