/**
 * Gives the canonical form, lower-case `#rrggbb`, of `#RGB` or `#RRGGBB` in any case, with or without the `#` and with
 * blanks around it; `null` for everything else, forms with an alpha channel included.
 */
export function parseHex(input: string): string | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(input.trim())?.[1]?.toLowerCase();
  if (digits === undefined) return null;
  return `#${digits.length === 6 ? digits : digits.replace(/./g, "$&$&")}`;
}

/** Gives the channels of a hex colour as integers 0..255. Throws a `TypeError` for anything that is not a hex colour. */
export function hexToRgb(hex: string): { r: number; g: number; b: number } {
  const canonical = parseHex(hex);
  if (canonical === null) throw new TypeError(`not a hex colour: ${hex}`);
  const packed = Number.parseInt(canonical.slice(1), 16);
  return { r: packed >> 16, g: (packed >> 8) & 0xff, b: packed & 0xff };
}

/** How much light a channel of 0..255 gives, 0..1. */
function light(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Source: WCAG 2.2, "relative luminance". */
function luminance(hex: string): number {
  const { r, g, b } = hexToRgb(hex);
  return 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);
}

/**
 * Gives the contrast ratio of two hex colours, 1..21, in either order and unrounded: round it down when you show it, so
 * that 4.499 never reads as 4.5. Source: WCAG 2.2, "contrast ratio".
 */
export function contrastRatio(hexA: string, hexB: string): number {
  const [darker = 0, lighter = 0] = [luminance(hexA), luminance(hexB)].sort((one, other) => one - other);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The one of black and white that reads better on a colour; it always reaches 4.5:1. */
export const readableInk = (hex: string): "#000000" | "#ffffff" =>
  contrastRatio(hex, "#000000") >= contrastRatio(hex, "#ffffff") ? "#000000" : "#ffffff";
