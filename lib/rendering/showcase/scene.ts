import type { Direction } from "./type/direction";

/** `fill` on `on`, so that its contrast can be checked. */
export interface Inscription {
  text: string;
  fill: string;
  on: string;
}

/** Lengths in pixels from the top left, colours as `#rrggbb`. */
export type Shape =
  | {
      kind: "rect";
      x: number;
      y: number;
      width: number;
      height: number;
      radius?: number;
      fill: string;
      opacity?: number;
    }
  | {
      kind: "frame";
      x: number;
      y: number;
      width: number;
      height: number;
      radius?: number;
      stroke: string;
      strokeWidth: number;
    }
  | { kind: "circle"; cx: number; cy: number; r: number; fill: string; opacity?: number }
  | { kind: "path"; d: string; x?: number; y?: number; fill: string; opacity?: number }
  /** Outlines look the same everywhere. */
  | { kind: "outline"; d: string; x: number; y: number; inscription: Inscription }
  /** For letters without a glyph. The viewer's fonts show them. */
  | {
      kind: "text";
      x: number;
      y: number;
      size: number;
      bold: boolean;
      anchor: "start" | "middle" | "end";
      direction: Direction;
      inscription: Inscription;
    }
  | { kind: "picture"; name: string; x: number; y: number; width: number; height: number; fit: "contain" | "cover" }
  | { kind: "clip"; x: number; y: number; width: number; height: number; radius?: number; shapes: Shape[] };

/** Drawn from the first shape to the last. */
export interface Scene {
  width: number;
  height: number;
  /** Text alternative. */
  label: string;
  shapes: Shape[];
}

export const inscriptionsOf = (shapes: readonly Shape[]): Inscription[] =>
  shapes.flatMap((shape) => {
    if (shape.kind === "clip") return inscriptionsOf(shape.shapes);
    return shape.kind === "outline" || shape.kind === "text" ? [shape.inscription] : [];
  });
