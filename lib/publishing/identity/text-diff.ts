import { diffArrays } from "diff";

export interface TextRun {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Comparing more words on either side would be slow. */
const MAX_WORDS = 1_500;
/** With more edits it reads as two texts. Time grows with the square of this number. */
const MAX_EDITS = 250;
/** Below this share of common words, marked changes are harder to read than both texts. */
const MIN_SHARED = 0.35;

/** Punctuation is separate, so that an added comma marks no word as changed. */
const tokensOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}\p{M}_'’-]+|[^\s]/gu) ?? [];

const wordsOf = (tokens: readonly string[]): string[] => tokens.filter((token) => /[\p{L}\p{N}]/u.test(token));

const sharedBy = (old: readonly string[], fresh: readonly string[]): number => {
  const known = new Set(old);
  return wordsOf(fresh).filter((word) => known.has(word)).length;
};

const neededOf = (old: readonly string[], fresh: readonly string[]): number =>
  MIN_SHARED * Math.max(wordsOf(old).length, wordsOf(fresh).length, 1);

/** Called for each pair of two lists, so it must be cheap. */
export function areAlike(before: string, after: string): boolean {
  const old = tokensOf(before);
  const fresh = tokensOf(after);
  return sharedBy(old, fresh) >= neededOf(old, fresh);
}

/** Null if the texts are too long or too different to show as one. */
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
