import type { Direction } from "./type/direction";

/** `fill` on `on`, so that its contrast can be checked. */
export interface Inscription {
  text: string;
  fill: string;
  on: string;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type RoundBox = Box & { radius?: number };

/** Lengths in pixels from the top left, colours as `#rrggbb`. */
export type Shape =
  | (RoundBox & { kind: "rect"; fill: string; opacity?: number })
  | (RoundBox & { kind: "frame"; stroke: string; strokeWidth: number })
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
  | (Box & { kind: "picture"; name: string; fit: "contain" | "cover" })
  | (RoundBox & { kind: "clip"; shapes: Shape[] });

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
