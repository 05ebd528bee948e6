import { PERSONALITY_DIMENSIONS } from "@/lib/contract";

export const RADIUS = 92;
const MIN = 1;
export const MAX = 5;

const angleOf = (axis: number): number => (axis / PERSONALITY_DIMENSIONS.length) * 2 * Math.PI - Math.PI / 2;

/** A point on one of the five axes, the first straight up. */
export function pointAt(axis: number, value: number, reach = RADIUS): [x: number, y: number] {
  const angle = angleOf(axis);
  const distance = (value / MAX) * reach;
  // Rounded, so that server and browser render the same text.
  return [Math.round(Math.cos(angle) * distance * 100) / 100, Math.round(Math.sin(angle) * distance * 100) / 100];
}

/** The whole step of an axis that is nearest to a point, from 1 to 5. */
export function levelAt(axis: number, x: number, y: number): number {
  const angle = angleOf(axis);
  const along = (x * Math.cos(angle) + y * Math.sin(angle)) / RADIUS;
  return Math.min(MAX, Math.max(MIN, Math.round(along * MAX)));
}
