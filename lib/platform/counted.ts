/** Pages count no further, so that their cost doesn't grow with the data. */
export const MOST_COUNTED = 1_000;

/** A capped count for people: "1,000+". */
export const countedText = (count: number): string =>
  count <= MOST_COUNTED ? count.toLocaleString("en") : `${MOST_COUNTED.toLocaleString("en")}+`;
