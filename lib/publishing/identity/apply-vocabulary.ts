import type { CompiledIdentity } from "@/lib/contract";

type Vocabulary = NonNullable<CompiledIdentity["persona"]["vocabulary"]>;

/** `was` is the word that a preferred one replaced. */
export type WordRun =
  | { kind: "plain" | "preferred" | "banned"; text: string }
  | { kind: "exchanged"; text: string; was: string };

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

const keyOf = (word: string): string => word.trim().replace(/\s+/g, " ").toLowerCase();

/** Matches whole words only: `tune` but not the end of `fortune`. */
function patternOf(word: string): string {
  const literal = word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replaceAll(" ", "\\s+");
  if (UNSPACED.test(word)) return literal;
  return `(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`;
}

const isCapital = (letter: string): boolean => letter !== letter.toLowerCase();

/** Keeps a capital at the start. */
const inPlaceOf = (was: string, say: string): string =>
  isCapital(was.charAt(0)) ? say.charAt(0).toUpperCase() + say.slice(1) : say;

type Rule = { kind: "preferred" | "banned" } | { kind: "exchanged"; say: string };

/** By the word in lower case. A word to replace wins over a banned one. */
function rulesOf({ prefer = [], banned = [] }: Vocabulary): Map<string, Rule> {
  const rules = new Map<string, Rule>();
  for (const { say } of prefer) if (say) rules.set(keyOf(say), { kind: "preferred" });
  for (const word of banned) rules.set(keyOf(word), { kind: "banned" });
  for (const { say, not } of prefer)
    if (say && not && keyOf(say) !== keyOf(not)) rules.set(keyOf(not), { kind: "exchanged", say: say.trim() });
  rules.delete("");
  return rules;
}

/** The longer of two overlapping words wins. Inflected forms don't match. */
export function applyVocabulary(text: string, vocabulary: Vocabulary = {}): WordRun[] {
  const rules = rulesOf(vocabulary);
  if (rules.size === 0) return text ? [{ kind: "plain", text }] : [];
  const longestFirst = [...rules.keys()].sort((one, other) => other.length - one.length);
  const runs: WordRun[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(new RegExp(longestFirst.map(patternOf).join("|"), "giu"))) {
    const rule = rules.get(keyOf(found));
    if (!rule) continue;
    if (index > end) runs.push({ kind: "plain", text: text.slice(end, index) });
    runs.push(
      rule.kind === "exchanged"
        ? { kind: "exchanged", text: inPlaceOf(found, rule.say), was: found }
        : { kind: rule.kind, text: found },
    );
    end = index + found.length;
  }
  if (end < text.length) runs.push({ kind: "plain", text: text.slice(end) });
  return runs;
}
