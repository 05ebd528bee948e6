/** The one of these words that a text is, or undefined: what a form or an address says may be anything. */
export const oneOf = <Word extends string>(words: readonly Word[], text: string | null): Word | undefined =>
  words.find((word) => word === text);
