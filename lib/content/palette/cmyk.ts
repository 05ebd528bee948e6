import type { StoredPrint } from "../document/colors";

export type Cmyk = NonNullable<StoredPrint["cmyk"]>;

/** Reads four percentages in the order C, M, Y, K however they are written: `80 42 66 32`, `C80 M42 Y66 K32`, `80/42/66/32`. Null for anything else. */
export function parseCmyk(text: string): Cmyk | null {
  const written = /^\s*(?:c?m?y?k?\s*[:=]?\s*)?([\d.]+)\D+?([\d.]+)\D+?([\d.]+)\D+?([\d.]+)\s*%?\s*$/i.exec(text);
  const [c, m, y, k] = (written?.slice(1) ?? []).map(Number);
  if (c === undefined || m === undefined || y === undefined || k === undefined) return null;
  return [c, m, y, k].every((one) => one >= 0 && one <= 100) ? { c, m, y, k } : null;
}
