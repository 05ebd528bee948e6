import { UnsupportedFile } from "@/lib/platform/errors";

/** Limit in microseconds of one CPU. docs/adr/0003-svg-sanitiser.md explains the value. */
export const MAX_COST = 500_000;

const ADVICE = {
  shapes: "shapes: merge overlapping ones, and simplify long paths and dashed strokes",
  repeats: "repeated elements: draw fewer copies with <use>",
  patterns: "patterns: fill fewer shapes with them, and don't nest them",
  gradients: "gradients: fill fewer or smaller shapes with them, with fewer stops",
  masks: "masks: use fewer, and don't nest them",
  clips: "clip paths: use fewer, and don't nest them",
  markers: "markers: put simpler ones on shorter paths",
  filters: "filters: use fewer, smaller blurs, on smaller parts",
  layers: "transparent and blended groups: use fewer",
  texts: "text: make it shorter, or smaller",
  pictures: "embedded pictures: draw each only once",
  styles: "style sheet: use fewer rules, with simpler selectors",
} as const;
export type Kind = keyof typeof ADVICE;

export class Meter {
  readonly #spent = new Map<Kind, number>();
  total = 0;

  constructor(readonly limit = MAX_COST) {}

  /** @throws UnsupportedFile over the limit, with advice on the most expensive kind */
  add(kind: Kind, microseconds: number): void {
    this.total += microseconds;
    this.#spent.set(kind, (this.#spent.get(kind) ?? 0) + microseconds);
    if (this.total <= this.limit) return;
    const [most] = [...this.#spent].sort(([, a], [, b]) => b - a)[0] ?? [kind];
    throw new UnsupportedFile(
      "file_invalid",
      `This SVG would take a browser too long to draw. Simplify its ${ADVICE[most]}.`,
    );
  }
}

/** Microseconds of one CPU, measured in Chromium (docs/adr/0003-svg-sanitiser.md). */
export const ELEMENT = 15;
export const SEGMENT = 1;
export const STROKED_SEGMENT = 5;
export const EDGE_PX = 0.02;
export const STROKED_PX = 0.04;
export const DASH = 6;
export const MAX_DASHES = 1e6;
export const LETTER = 10;
export const LETTER_ON_PATH = 35;
export const FILTER = 200;
export const FILTER_STEP = 40;
export const STOP = 0.2;
/** For each value in the cascade. */
export const VALUE = 0.1;
export const SOLID = 0.0004;
export const GRADIENT = 0.002;
export const PATTERN = 0.008;
export const PICTURE = 0.02;
export const LAYER = 0.001;
export const BLEND = 0.004;
export const MASK = 0.005;
export const CLIP = 0.001;
export const FILTERED = 0.004;
export const MAX_FUNCTION_REACH = 20_000;
