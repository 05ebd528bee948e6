/** Counting for a page goes no further, so that a page costs the same however much there is. */
export const MOST_COUNTED = 1_000;

/** A number that was counted as far as it goes: "1,000+". */
export const countedText = (count: number): string =>
  count <= MOST_COUNTED ? count.toLocaleString("en") : `${MOST_COUNTED.toLocaleString("en")}+`;
