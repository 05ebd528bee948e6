export interface TextRun {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Above this many words on either side the table of the comparison would be slow; such texts stand before and after. */
const MAX_WORDS = 1_500;
/** Below this share of words in common, a text in which every other word is struck through is harder to read than both in turn. */
const MIN_SHARED = 0.35;

/** Words, spaces and punctuation marks, each for itself, so that a comma added strikes no word through. */
const tokensOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}\p{M}_'’-]+|[^\s]/gu) ?? [];

const isWord = (token: string): boolean => /[\p{L}\p{N}]/u.test(token);

/** For each pair of positions, how many tokens the longest common subsequence of what follows has (Wagner and Fischer, 1974). */
function commonLengths(before: readonly string[], after: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1) {
    const row = table[i] as Uint16Array;
    const below = table[i + 1] as Uint16Array;
    for (let j = after.length - 1; j >= 0; j -= 1) {
      row[j] = before[i] === after[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return table;
}

function push(runs: TextRun[], kind: TextRun["kind"], text: string): void {
  const last = runs.at(-1);
  if (last?.kind === kind) last.text += text;
  else runs.push({ kind, text });
}

/**
 * What became of a text, word by word: joining `same` and `removed` gives `before`, joining `same` and `added` gives `after`.
 * null when the two have too little in common, or are too long, to be shown as one.
 */
export function diffText(before: string, after: string): TextRun[] | null {
  const old = tokensOf(before);
  const fresh = tokensOf(after);
  if (old.length > MAX_WORDS || fresh.length > MAX_WORDS) return null;
  const lengths = commonLengths(old, fresh);
  const runs: TextRun[] = [];
  let [i, j, shared] = [0, 0, 0];
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      push(runs, "same", old[i] as string);
      shared += isWord(old[i] as string) ? 1 : 0;
      i += 1;
      j += 1;
    } else if (j >= fresh.length || (i < old.length && (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0))) {
      push(runs, "removed", old[i] as string);
      i += 1;
    } else {
      push(runs, "added", fresh[j] as string);
      j += 1;
    }
  }
  const words = Math.max(...[old, fresh].map((tokens) => tokens.filter(isWord).length), 1);
  return shared / words >= MIN_SHARED ? runs : null;
}
