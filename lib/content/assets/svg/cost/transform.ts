import type { SvgElement } from "../tree";
import { numberOf } from "./extent";

/** The linear part of a transformation: how it stretches and turns. Where it moves things does not change what they cost. */
export type Matrix = readonly [a: number, b: number, c: number, d: number];

const IDENTITY: Matrix = [1, 0, 0, 1];

export const times = ([a, b, c, d]: Matrix, [e, f, g, h]: Matrix): Matrix => [
  a * e + c * f,
  b * e + d * f,
  a * g + c * h,
  b * g + d * h,
];

/** How many pixels a unit becomes at most, whatever its direction. */
export function scaleOf([a, b, c, d]: Matrix): number {
  const squares = a * a + b * b + c * c + d * d;
  const surface = a * d - b * c;
  return Math.sqrt((squares + Math.sqrt(Math.max(0, squares * squares - 4 * surface * surface))) / 2);
}

/** Reads a `transform` attribute; null where it is not written as plain numbers. */
export function transformOf(value: string | undefined): Matrix | null {
  if (value === undefined || value.trim() === "") return IDENTITY;
  if (value.length > 2_000) return null;
  let matrix = IDENTITY;
  let rest = value;
  while (/[^\s,]/.test(rest)) {
    const [all = "", name = "", inside = ""] = /^[\s,]*([a-zA-Z]+)\s*\(([-+.,\s\deE]*)\)/.exec(rest) ?? [];
    const next =
      all === ""
        ? null
        : single(
            name,
            inside.split(/[\s,]+/).filter((word) => word !== ""),
          );
    if (next === null) return null;
    matrix = times(matrix, next);
    rest = rest.slice(all.length);
  }
  return matrix;
}

function single(name: string, words: string[]): Matrix | null {
  const numbers = words.map(Number);
  if (!numbers.every(Number.isFinite)) return null;
  const [x = 0, y] = numbers;
  const turn = (x * Math.PI) / 180;
  switch (name) {
    case "translate":
      return IDENTITY;
    case "scale":
      return [x, 0, 0, y ?? x];
    case "rotate":
      return [Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn)];
    case "skewX":
      return [1, 0, Math.tan(turn), 1];
    case "skewY":
      return [1, Math.tan(turn), 0, 1];
    case "matrix":
      return numbers.length === 6 ? [x, y ?? 0, numbers[2] ?? 0, numbers[3] ?? 0] : null;
    default:
      return null;
  }
}

/** From the units of the root's viewBox to the pixels of the canvas. */
export function viewBoxScale({ attributes }: SvgElement, canvas: { width: number; height: number }): Matrix | null {
  const [, , width, height] = (attributes.get("viewBox") ?? "")
    .trim()
    .split(/[\s,]+/)
    .map((word) => numberOf(word, 0));
  if (width === undefined || height === undefined || !(width > 0) || !(height > 0)) return null;
  const [x, y] = [canvas.width / width, canvas.height / height];
  const aspect = attributes.get("preserveAspectRatio") ?? "";
  if (/none/.test(aspect)) return [x, 0, 0, y];
  const scale = /slice/.test(aspect) ? Math.max(x, y) : Math.min(x, y);
  return [scale, 0, 0, scale];
}
