/** Counting further would make a page slower. */
export const MOST_COUNTED = 1_000;

export const countedText = (count: number): string =>
  count <= MOST_COUNTED ? count.toLocaleString("en") : `${MOST_COUNTED.toLocaleString("en")}+`;
