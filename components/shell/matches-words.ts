const BETWEEN = /[^\p{L}\p{N}]+/u;

const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** True if every word of the query starts a word of one of the texts. Ignores case and accents. */
export function matchesWords(query: string, texts: readonly string[]): boolean {
  const words = texts.flatMap((text) => plain(text).split(BETWEEN));
  return plain(query)
    .split(BETWEEN)
    .filter(Boolean)
    .every((typed) => words.some((word) => word.startsWith(typed)));
}
