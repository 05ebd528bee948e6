import type { SvgElement } from "../parse-svg";
import { type Kind, MAX_DASHES } from "./meter";
import type { Candidates } from "./styles";
import { type Matrix, numberOf, times } from "./transform";

export type Inherited = ReadonlyMap<string, readonly string[]>;
export const NOTHING: Inherited = new Map();
export type Scene = {
  /** From units to pixels, without translation. Null if unknown. */
  matrix: Matrix | null;
  /** Most pixels that anything can cover. */
  cap: number;
  times: number;
  kind: Kind;
  inherited: Inherited;
};

export const isPainted = (values: readonly string[] | undefined, byDefault: boolean) =>
  values === undefined ? byDefault : values.some((value) => value !== "none");

export function strokeReach(inherited: Inherited, styles: Candidates): number {
  const widths = (inherited.get("stroke-width") ?? ["1"]).map((value) => Math.abs(numberOf(value, 1)));
  const miters = (inherited.get("stroke-miterlimit") ?? ["4"]).map((value) => Math.abs(numberOf(value, 4)));
  return styles.has("vector-effect") ? Number.POSITIVE_INFINITY : Math.max(1, ...widths) * Math.max(2, ...miters);
}

export function dashesPerUnit(value: string): number {
  if (value === "none") return 0;
  const dashes = value.split(/[\s,]+/).map((dash) => numberOf(dash, 0));
  const sum = dashes.reduce((total, dash) => total + dash, 0);
  return sum === 0 ? 0 : Number.isFinite(sum) ? dashes.length / Math.abs(sum) : MAX_DASHES;
}

export function coveredBy([a, b, c, d]: Matrix, width: number, height: number, cap: number): number {
  const across = Math.abs(a) * width + Math.abs(c) * height + 2;
  const down = Math.abs(b) * width + Math.abs(d) * height + 2;
  const area = across * down;
  return area < cap ? area : cap;
}

/** Infinite if unknown. */
export function regionOf(
  target: SvgElement,
  { matrix }: Scene,
  units: string,
  otherwise: number,
  own: Matrix | null = [1, 0, 0, 1],
): number {
  const at = (name: string) => numberOf(target.attributes.get(name), Number.POSITIVE_INFINITY);
  if (target.attributes.get(units) === "userSpaceOnUse") {
    if (matrix === null || own === null) return Number.POSITIVE_INFINITY;
    return coveredBy(times(matrix, own), Math.abs(at("width")), Math.abs(at("height")), Number.POSITIVE_INFINITY);
  }
  const [width, height] = [target.attributes.get("width"), target.attributes.get("height")].map((value) => {
    if (value === undefined) return 1.2;
    const percent = /^\s*([\d.]+)%\s*$/.exec(value.slice(0, 40))?.[1];
    return percent === undefined ? Math.abs(numberOf(value, 1.2)) : Number(percent) / 100;
  });
  const fraction = (width ?? 1.2) * (height ?? 1.2);
  return Number.isNaN(fraction) ? Number.POSITIVE_INFINITY : (otherwise / 1.44) * fraction;
}
