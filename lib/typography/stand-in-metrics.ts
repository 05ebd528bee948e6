import type { Font } from "fontkitten";
import type { FontMetrics } from "@/lib/contract";

const LETTERS = "abcdefghijklmnopqrstuvwxyz ";
/** How often each of them stands in 1,000 characters of English text. */
const FREQUENCY = [
  65, 12, 22, 34, 102, 18, 16, 49, 56, 1, 6, 32, 20, 54, 60, 15, 1, 48, 51, 73, 22, 8, 19, 1, 16, 1, 198,
];

/** Widths of these letters in thousandths of the size, by the metrics that Adobe published for the fonts that these are drawn after. */
const WIDTHS = {
  Arial: [
    556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722,
    500, 500, 500, 278,
  ],
  "Times New Roman": [
    444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722,
    500, 500, 444, 250,
  ],
  "Courier New": new Array<number>(LETTERS.length).fill(600),
};

/** A font that nearly every machine has. */
export type StandIn = keyof typeof WIDTHS;

const averageOf = (widths: readonly number[]): number => {
  const total = FREQUENCY.reduce((sum, count) => sum + count, 0);
  return widths.reduce((sum, width, index) => sum + width * (FREQUENCY[index] ?? 0), 0) / total;
};

const percent = (share: number): number => Math.round(share * 10_000) / 100;

/**
 * How a font that is there already takes the room of this one (CSS Fonts 5, `size-adjust`; CSS Fonts 4, `ascent-override` and its like), so that
 * a page does not move when this one has loaded. Null without the letters that are compared.
 */
export function metricsBeside(local: StandIn, font: Font): FontMetrics | null {
  const codePoints = [...LETTERS].map((letter) => letter.codePointAt(0) ?? 0);
  if (!codePoints.every((codePoint) => font.hasGlyphForCodePoint(codePoint))) return null;
  const widths = codePoints.map((codePoint) => font.glyphForCodePoint(codePoint).advanceWidth / font.unitsPerEm);
  const sizeAdjust = (averageOf(widths) * 1000) / averageOf(WIDTHS[local]);
  const overrideOf = (measure: number) => percent(Math.max(0, measure) / font.unitsPerEm / sizeAdjust);
  const metrics = {
    local,
    size_adjust: percent(sizeAdjust),
    ascent_override: overrideOf(font.ascent),
    descent_override: overrideOf(-font.descent),
    line_gap_override: overrideOf(font.lineGap),
  };
  return Object.values(metrics).every((value) => typeof value === "string" || Number.isFinite(value)) && sizeAdjust > 0
    ? metrics
    : null;
}
