/** The text if it is one of these words, for form fields and URL parameters. */
export const oneOf = <Word extends string>(words: readonly Word[], text: string | null): Word | undefined =>
  words.find((word) => word === text);
