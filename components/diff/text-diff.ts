import { diffArrays } from "diff";

export interface TextRun {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Above this many words on either side the comparison would be slow; such texts stand before and after. */
const MAX_WORDS = 1_500;
/** Below this share of words in common, a text in which every other word is struck through is harder to read than both in turn. */
const MIN_SHARED = 0.35;

/** Words, spaces and punctuation marks, each for itself, so that a comma added strikes no word through. */
const tokensOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}\p{M}_'’-]+|[^\s]/gu) ?? [];

const wordsOf = (tokens: string[]): string[] => tokens.filter((token) => /[\p{L}\p{N}]/u.test(token));

/**
 * What became of a text, word by word: joining `same` and `removed` gives `before`, joining `same` and `added` gives `after`.
 * null when the two have too little in common, or are too long, to be shown as one.
 */
export function diffText(before: string, after: string): TextRun[] | null {
  const old = tokensOf(before);
  const fresh = tokensOf(after);
  if (old.length > MAX_WORDS || fresh.length > MAX_WORDS) return null;
  const needed = MIN_SHARED * Math.max(wordsOf(old).length, wordsOf(fresh).length, 1);
  // Most pairs that a list tries share next to nothing: seen here in a hundredth of the time of a comparison.
  const known = new Set(old);
  if (wordsOf(fresh).filter((word) => known.has(word)).length < needed) return null;
  const changes = diffArrays(old, fresh);
  const shared = changes.flatMap(({ added, removed, value }) => (added || removed ? [] : wordsOf(value)));
  if (shared.length < needed) return null;
  return changes.map(({ added, removed, value }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    text: value.join(""),
  }));
}
