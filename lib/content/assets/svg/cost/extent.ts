import type { SvgElement } from "../tree";
import { readPath } from "./read-path";

/** How far a shape reaches, in its own units, and what its outline is made of. Infinite where the file does not say it plainly. */
export type Extent = { width: number; height: number; segments: number; length: number };

const ENDLESS = Number.POSITIVE_INFINITY;

/** A plain number or pixels; anything else is not known here. */
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
