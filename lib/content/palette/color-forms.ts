import type { StoredPrint } from "../document/colors";
import { hexToRgb } from "./hex";
import { toTone } from "./oklch";

const places = (value: number, digits: number): number => Number(value.toFixed(digits));

function hexToHsl(hex: string): { h: number; s: number; l: number } {
  const { r, g, b } = hexToRgb(hex);
  const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)];
  const l = (max + min) / 510;
  const span = (max - min) / 255;
  if (span === 0) return { h: 0, s: 0, l: places(l * 100, 1) };
  const sixth = max === r ? (g - b) / (max - min) : max === g ? 2 + (b - r) / (max - min) : 4 + (r - g) / (max - min);
  const s = span / (1 - Math.abs(2 * l - 1));
  return { h: places((sixth * 60 + 360) % 360, 1) % 360, s: places(s * 100, 1), l: places(l * 100, 1) };
}

export interface ColorForm {
  name: "Hex" | "RGB" | "HSL" | "OKLCH";
  shown: string;
  css: string;
}

/** @throws TypeError if it isn't a hex colour */
export function colorForms(hex: string): ColorForm[] {
  const rgb = hexToRgb(hex);
  const hsl = hexToHsl(hex);
  const { l, c, h } = toTone(hex);
  // A grey's hue is rounding noise.
  const hue = places(c, 3) === 0 ? 0 : places(h, 1) % 360;
  const forms = [
    ["RGB", `${rgb.r} ${rgb.g} ${rgb.b}`],
    ["HSL", `${hsl.h} ${hsl.s}% ${hsl.l}%`],
    ["OKLCH", `${places(l, 3)} ${places(c, 3)} ${hue}`],
  ] as const;
  return [
    { name: "Hex", shown: hex, css: hex },
    ...forms.map(([name, shown]) => ({ name, shown, css: `${name.toLowerCase()}(${shown})` })),
  ];
}

export type Cmyk = NonNullable<StoredPrint["cmyk"]>;

/** Reads `80 42 66 32`, `C80 M42 Y66 K32` or `80/42/66/32`. Null for anything else. */
export function parseCmyk(text: string): Cmyk | null {
  const written = /^\s*(?:c?m?y?k?\s*[:=]?\s*)?([\d.]+)\D+?([\d.]+)\D+?([\d.]+)\D+?([\d.]+)\s*%?\s*$/i.exec(text);
  const [c, m, y, k] = (written?.slice(1) ?? []).map(Number);
  if (c === undefined || m === undefined || y === undefined || k === undefined) return null;
  return [c, m, y, k].every((one) => one >= 0 && one <= 100) ? { c, m, y, k } : null;
}
