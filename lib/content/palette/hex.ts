/**
 * Lower-case `#rrggbb` for `#RGB` or `#RRGGBB` in any case, with or without `#` and spaces. Null for anything else,
 * also alpha.
 */
export function parseHex(input: string): string | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(input.trim())?.[1]?.toLowerCase();
  if (digits === undefined) return null;
  return `#${digits.length === 6 ? digits : digits.replace(/./g, "$&$&")}`;
}

/**
 * 0 to 255.
 * @throws TypeError if it isn't a hex colour
 */
export function hexToRgb(hex: string): { r: number; g: number; b: number } {
  const canonical = parseHex(hex);
  if (canonical === null) throw new TypeError(`not a hex colour: ${hex}`);
  const packed = Number.parseInt(canonical.slice(1), 16);
  return { r: packed >> 16, g: (packed >> 8) & 0xff, b: packed & 0xff };
}

function light(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** WCAG 2.2, "relative luminance". */
function luminance(hex: string): number {
  const { r, g, b } = hexToRgb(hex);
  return 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);
}

/** WCAG 2.2, "contrast ratio", 1 to 21 in either order. Unrounded: round it down for display. */
export function contrastRatio(hexA: string, hexB: string): number {
  const [darker = 0, lighter = 0] = [luminance(hexA), luminance(hexB)].sort((one, other) => one - other);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Whichever contrasts more. Always at least 4.5:1. */
export const readableInk = (hex: string): "#000000" | "#ffffff" =>
  contrastRatio(hex, "#000000") >= contrastRatio(hex, "#ffffff") ? "#000000" : "#ffffff";
