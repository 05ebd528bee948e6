import { diffArrays } from "diff";

export interface TextRun {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Above this many words on either side the comparison would be slow; such texts stand before and after. */
const MAX_WORDS = 1_500;
/** More words in and out than this read as two texts, and finding the fewest takes time in the square of their number. */
const MAX_EDITS = 250;
/** Below this share of words in common, a text in which every other word is struck through is harder to read than both in turn. */
const MIN_SHARED = 0.35;

/** Words, spaces and punctuation marks, each for itself, so that a comma added strikes no word through. */
const tokensOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}\p{M}_'’-]+|[^\s]/gu) ?? [];

const wordsOf = (tokens: readonly string[]): string[] => tokens.filter((token) => /[\p{L}\p{N}]/u.test(token));

const sharedBy = (old: readonly string[], fresh: readonly string[]): number => {
  const known = new Set(old);
  return wordsOf(fresh).filter((word) => known.has(word)).length;
};

const neededOf = (old: readonly string[], fresh: readonly string[]): number =>
  MIN_SHARED * Math.max(wordsOf(old).length, wordsOf(fresh).length, 1);

/** Whether two texts have enough words in common for one to be what became of the other; asked of every pair of two lists. */
export function areAlike(before: string, after: string): boolean {
  const old = tokensOf(before);
  const fresh = tokensOf(after);
  return sharedBy(old, fresh) >= neededOf(old, fresh);
}

/**
 * What became of a text, word by word: joining `same` and `removed` gives `before`, joining `same` and `added` gives `after`.
 * null when the two have too little in common, or are too long or too different, to be shown as one.
 */
export function diffText(before: string, after: string): TextRun[] | null {
  const old = tokensOf(before);
  const fresh = tokensOf(after);
  if (old.length > MAX_WORDS || fresh.length > MAX_WORDS) return null;
  const needed = neededOf(old, fresh);
  if (sharedBy(old, fresh) < needed) return null;
  const changes = diffArrays(old, fresh, { maxEditLength: MAX_EDITS });
  if (!changes) return null;
  const shared = changes.flatMap(({ added, removed, value }) => (added || removed ? [] : wordsOf(value)));
  if (shared.length < needed) return null;
  return changes.map(({ added, removed, value }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    text: value.join(""),
  }));
}
