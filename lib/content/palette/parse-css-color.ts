import { type Color, parse } from "culori";

/** No valid colour is longer, and the parser takes quadratic time. */
const MAX_LENGTH = 128;

/**
 * Parses any CSS colour. Undefined for anything else. Never throws, unlike `culori` on `hsl(17DEG 88% 40%)` and typos.
 */
export function parseCssColor(text: string): Color | undefined {
  const css = text.trim().toLowerCase();
  if (css.length > MAX_LENGTH) return undefined;
  try {
    return parse(css);
  } catch {
    return undefined;
  }
}
