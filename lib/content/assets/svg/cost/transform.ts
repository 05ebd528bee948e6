import type { SvgElement } from "../parse-svg";
import { readPath } from "./read-path";

/** In the shape's own units. Infinite if unknown. */
export type Extent = { width: number; height: number; segments: number; length: number };

const ENDLESS = Number.POSITIVE_INFINITY;

/** A plain number or pixels. Infinite for other units. */
export function numberOf(value: string | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  const text = value.trim();
  const number = text.length > 40 || !/^[-+.\d][-+.\de]*(?:px)?$/i.test(text) ? Number.NaN : Number.parseFloat(text);
  return Number.isFinite(number) ? number : ENDLESS;
}

const sizeOf = (value: string | undefined, otherwise = 0) => Math.abs(numberOf(value, otherwise));

export function extentOf({ name, attributes }: SvgElement): Extent | null {
  const at = (key: string) => attributes.get(key);
  switch (name) {
    case "rect":
    case "image": {
      const width = sizeOf(at("width"), name === "image" ? ENDLESS : 0);
      const height = sizeOf(at("height"), name === "image" ? ENDLESS : 0);
      return { width, height, segments: 4, length: 2 * (width + height) };
    }
    case "circle":
    case "ellipse": {
      const rx = sizeOf(at(name === "circle" ? "r" : "rx"), name === "circle" ? 0 : sizeOf(at("ry")));
      const ry = sizeOf(at(name === "circle" ? "r" : "ry"), rx);
      return { width: 2 * rx, height: 2 * ry, segments: 8, length: 4 * (rx + ry) };
    }
    case "line": {
      const width = sizeOf(at("x2")) + sizeOf(at("x1"));
      const height = sizeOf(at("y2")) + sizeOf(at("y1"));
      return { width, height, segments: 1, length: width + height };
    }
    case "polyline":
    case "polygon":
      return readPath(`M${at("points") ?? ""}${name === "polygon" ? "z" : ""}`);
    case "path":
      return readPath(at("d") ?? "");
    default:
      return null;
  }
}

/** The linear part: translation doesn't change the cost. */
export type Matrix = readonly [a: number, b: number, c: number, d: number];

const IDENTITY: Matrix = [1, 0, 0, 1];

export const times = ([a, b, c, d]: Matrix, [e, f, g, h]: Matrix): Matrix => [
  a * e + c * f,
  b * e + d * f,
  a * g + c * h,
  b * g + d * h,
];

/** Most pixels per unit in any direction. */
export function scaleOf([a, b, c, d]: Matrix): number {
  const squares = a * a + b * b + c * c + d * d;
  const surface = a * d - b * c;
  return Math.sqrt((squares + Math.sqrt(Math.max(0, squares * squares - 4 * surface * surface))) / 2);
}

/** Null unless it consists of plain numbers. */
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
