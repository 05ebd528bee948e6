import { type Color, parse } from "culori";

/** The parser takes quadratic time. */
const MAX_LENGTH = 128;

/** Undefined if invalid. Never throws, unlike `culori` on `hsl(17DEG 88% 40%)`. */
export function parseCssColor(text: string): Color | undefined {
  const css = text.trim().toLowerCase();
  if (css.length > MAX_LENGTH) return undefined;
  try {
    return parse(css);
  } catch {
    return undefined;
  }
}
