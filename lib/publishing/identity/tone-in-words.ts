import { TONE_AXES } from "@/lib/contract";

export type ToneAxis = (typeof TONE_AXES)[number];

/** The ends of each tone axis, from −2 to 2 (Nielsen Norman Group, "The Four Dimensions of Tone of Voice"). */
export const TONE_ENDS: Readonly<Record<ToneAxis, readonly [low: string, high: string]>> = {
  formality: ["Casual", "Formal"],
  humor: ["Serious", "Funny"],
  irreverence: ["Respectful", "Irreverent"],
  enthusiasm: ["Matter-of-fact", "Enthusiastic"],
};

export const isToneAxis = (key: string): key is ToneAxis => key in TONE_ENDS;

/** A tone in words: `Rather casual`, `Very formal`, `Between serious and funny`. */
export function toneText(axis: ToneAxis, value: number): string {
  const [low, high] = TONE_ENDS[axis];
  if (value === 0) return `Between ${low.toLowerCase()} and ${high.toLowerCase()}`;
  return `${Math.abs(value) > 1 ? "Very" : "Rather"} ${(value < 0 ? low : high).toLowerCase()}`;
}

export const toneInWords = (tone: Partial<Record<ToneAxis, number>> = {}): string[] =>
  TONE_AXES.flatMap((axis) => {
    const value = tone[axis];
    return value === undefined ? [] : [toneText(axis, value)];
  });
