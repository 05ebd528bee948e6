import { parseHex } from "./parse-hex";

/** Gives the channels of a hex colour as integers 0..255. Throws a `TypeError` for anything that is not a hex colour. */
export function hexToRgb(hex: string): { r: number; g: number; b: number } {
  const canonical = parseHex(hex);
  if (canonical === null) throw new TypeError(`not a hex colour: ${hex}`);
  const packed = Number.parseInt(canonical.slice(1), 16);
  return { r: packed >> 16, g: (packed >> 8) & 0xff, b: packed & 0xff };
}
