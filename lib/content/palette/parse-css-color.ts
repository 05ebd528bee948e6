import { type Color, parse } from "culori";

/** No colour is written longer, and the library takes time in the square of the length. */
const MAX_LENGTH = 128;

/** Reads a colour in any notation of CSS; undefined for anything else. Never throws, as `culori` does for `hsl(17DEG 88% 40%)` and for slips. */
export function parseCssColor(text: string): Color | undefined {
  const css = text.trim().toLowerCase();
  if (css.length > MAX_LENGTH) return undefined;
  try {
    return parse(css);
  } catch {
    return undefined;
  }
}
