import { words } from "@/components/diff/value-text";
import { PERSONALITY_DIMENSIONS, TONE_AXES } from "@/lib/contract";
import type { RadarAxis } from "./radar";
import type { IdentityPath } from "./use-identity-value";

/** What of an identity is said in steps on several axes. */
export interface RadarScale {
  path: IdentityPath;
  keys: readonly string[];
  /** Added to a stated step, so that the lowest is the radar's 1. */
  shift: number;
}

export const DIMENSIONS: RadarScale = { path: ["personality", "dimensions"], keys: PERSONALITY_DIMENSIONS, shift: 0 };
/** From −2, one word of each pair, in the middle, to 2, the other, at the edge. */
export const TONE: RadarScale = { path: ["persona", "tone"], keys: TONE_AXES, shift: 3 };

export const axesOf = ({ keys, shift }: RadarScale, stated: Partial<Record<string, number>> = {}): RadarAxis[] =>
  keys.map((key) => {
    const value = stated[key];
    return { key, label: words(key), level: value === undefined ? undefined : value + shift };
  });
