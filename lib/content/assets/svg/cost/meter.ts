import { UnsupportedFile } from "@/lib/platform/errors";

/** What drawing may take altogether, in microseconds of one processor: see docs/adr/0003-svg-sanitiser.md for how it was chosen. */
export const MAX_COST = 500_000;

const ADVICE = {
  shapes: "shapes: merge those that lie on top of each other, and simplify long paths and dashed strokes",
  repeats: "repeated elements: draw fewer copies with <use>",
  patterns: "patterns: fill fewer shapes with them, and keep them from standing inside each other",
  gradients: "gradients: fill fewer or smaller shapes with them, with fewer stops",
  masks: "masks: use fewer, and keep them from standing inside each other",
  clips: "clip paths: use fewer, and keep them from standing inside each other",
  markers: "markers: put simpler ones on shorter paths",
  filters: "filters: use fewer, smaller blurs, on smaller parts",
  layers: "see-through and blended groups: use fewer",
  texts: "text: make it shorter, or smaller",
  pictures: "embedded pictures: draw each only once",
  styles: "style sheet: use fewer rules, with simpler selectors",
} as const;
export type Kind = keyof typeof ADVICE;

/** Adds up what drawing a picture costs, and by what, and ends the counting as soon as it is too much. */
export class Meter {
  readonly #spent = new Map<Kind, number>();
  total = 0;

  constructor(readonly limit = MAX_COST) {}

  /** Throws `UnsupportedFile` with what to simplify once the whole is over the limit. */
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
