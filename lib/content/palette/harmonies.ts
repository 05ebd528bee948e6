import type { Harmony } from "./types";

/**
 * Where a role stands beside the primary colour: `turn` in degrees of hue; `step` in OKLCH lightness away from the
 * background, kept `within` a range; chroma as a `share` of the primary's, but `least` so much.
 */
export type Interval = {
  turn: number;
  step: number;
  within: { from: number; to: number };
  share: number;
  least: number;
};

/** The lightness in which a hue can still be told. */
export const TELLING = { from: 0.12, to: 0.96 };

// An accent stays lively and a secondary colour a colour, however dark or dull the primary is.
const LIVELY = { step: 0, within: { from: 0.6, to: 0.72 }, share: 1, least: 0.12 };
const SUPPORTING = { step: 0.08, within: { from: 0.38, to: 0.72 }, share: 0.8, least: 0.06 };

/** The hue angles are the classic ones of the colour wheel; within one hue, steps of lightness keep colours apart. */
export const HARMONY_INTERVALS: Record<Harmony, { secondary: Interval; accent: Interval }> = {
  analogous: { secondary: { ...SUPPORTING, turn: 30 }, accent: { ...LIVELY, turn: -30 } },
  complementary: { secondary: { ...SUPPORTING, turn: 0, step: 0.14, share: 0.6 }, accent: { ...LIVELY, turn: 180 } },
  triadic: { secondary: { ...SUPPORTING, turn: 120 }, accent: { ...LIVELY, turn: -120 } },
  "split-complementary": { secondary: { ...SUPPORTING, turn: 150 }, accent: { ...LIVELY, turn: -150 } },
  tetradic: { secondary: { ...SUPPORTING, turn: 90 }, accent: { ...LIVELY, turn: 180 } },
  monochromatic: {
    secondary: { turn: 0, step: -0.14, within: TELLING, share: 0.7, least: 0 },
    accent: { turn: 0, step: 0.2, within: TELLING, share: 0.9, least: 0 },
  },
};

/** A grey has no hue to turn to: its companions are told apart by steps of lightness alone, which near black have to be large to be seen. */
export const GREY_INTERVALS: { secondary: Interval; accent: Interval } = {
  secondary: { turn: 0, step: -0.12, within: { from: 0.28, to: 0.8 }, share: 1, least: 0 },
  accent: { turn: 0, step: -0.24, within: { from: 0.4, to: 0.72 }, share: 1, least: 0 },
};
