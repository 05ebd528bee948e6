import type { Direction } from "./type/direction";

/** A text that is shown: what it says, in which colour on which, so that its contrast can be asked. */
export interface Inscription {
  text: string;
  fill: string;
  on: string;
}

/** What a picture consists of; lengths in pixels from its top left, colours as `#rrggbb`. */
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
  /** Text as outlines, so that it looks alike wherever it is shown. */
  | { kind: "outline"; d: string; x: number; y: number; inscription: Inscription }
  /** Text in letters that no font at hand has: whoever shows it takes a font of their own. */
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
  /** One of the pictures that come with the scene, whole in its box or filling it. */
  | { kind: "picture"; name: string; x: number; y: number; width: number; height: number; fit: "contain" | "cover" }
  | { kind: "clip"; x: number; y: number; width: number; height: number; radius?: number; shapes: Shape[] };

/** A picture, drawn from the first shape to the last. */
export interface Scene {
  width: number;
  height: number;
  /** What it shows, for whoever does not see it. */
  label: string;
  shapes: Shape[];
}

export const inscriptionsOf = (shapes: readonly Shape[]): Inscription[] =>
  shapes.flatMap((shape) => {
    if (shape.kind === "clip") return inscriptionsOf(shape.shapes);
    return shape.kind === "outline" || shape.kind === "text" ? [shape.inscription] : [];
  });
