export const RADIUS = 92;
export const LEVELS = [1, 2, 3, 4, 5] as const;
const MIN = 1;
export const MAX = 5;

/** Which of how many axes, counted from 0. */
interface Place {
  place: number;
  count: number;
}

const angleOf = ({ place, count }: Place): number => (place / count) * 2 * Math.PI - Math.PI / 2;

/** A point on one of the axes, the first straight up. */
export function pointAt(axis: Place, value: number, reach = RADIUS): [x: number, y: number] {
  const angle = angleOf(axis);
  const distance = (value / MAX) * reach;
  // Rounded, so that server and browser render the same text.
  return [Math.round(Math.cos(angle) * distance * 100) / 100, Math.round(Math.sin(angle) * distance * 100) / 100];
}

/** The whole step of an axis that is nearest to a point, from 1 to 5. */
export function levelAt(axis: Place, x: number, y: number): number {
  const angle = angleOf(axis);
  const along = (x * Math.cos(angle) + y * Math.sin(angle)) / RADIUS;
  return Math.min(MAX, Math.max(MIN, Math.round(along * MAX)));
}
