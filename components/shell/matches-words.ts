/** Words end at whatever is no letter or digit, in what is typed as in what is looked through. */
const BETWEEN = /[^\p{L}\p{N}]+/u;

const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** True when every word that was typed begins a word of one of the texts, whatever case and accents. */
export function matchesWords(query: string, texts: readonly string[]): boolean {
  const words = texts.flatMap((text) => plain(text).split(BETWEEN));
  return plain(query)
    .split(BETWEEN)
    .filter(Boolean)
    .every((typed) => words.some((word) => word.startsWith(typed)));
}
