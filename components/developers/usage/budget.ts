/** What a credential may ask for in one bar of the picture. */
export interface Budget {
  /** Requests in any rolling minute. */
  perMinute: number;
  /** The same over the width of a bar. */
  perBar: number;
}

/** The budget over so many hours; null where the limit is off. */
export const budgetOver = (perMinute: number, hours: number): Budget | null =>
  perMinute === 0 ? null : { perMinute, perBar: perMinute * 60 * hours };

/**
 * The top of the picture: the highest bar with some air; up to the budget where that still leaves the bars a quarter of the height.
 * A line far above everything would press the bars flat and show nothing but itself.
 */
export function topOf(highest: number, budget: Budget | null): number {
  const needed = Math.max(4, highest * 1.15);
  return budget && highest * 4 >= budget.perBar ? Math.max(needed, budget.perBar * 1.05) : needed;
}
