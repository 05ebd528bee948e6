import anyAscii from "any-ascii";
import { SLUG_MAX_LENGTH } from "@/lib/contract";
import { newId } from "./ids";

/** Suggestions that are numbered before chance decides. */
const NUMBERED = 20;

const cut = (slug: string, length: number) => slug.slice(0, length).replace(/-+$/, "");

/**
 * What any-ascii leaves of letters of Arabic and Hebrew is nothing, or a mark that would part the word. A long a is written wherever it stands;
 * the carriers of a vowel, which no letter tells, are written where a word begins, and are silent within it.
 */
const WRITTEN: readonly [RegExp, string][] = [
  [/[اأآٱ]/g, "a"],
  [/إ/g, "i"],
  [/^[עאع]/, "a"],
  [/[עאعء]/g, ""],
];

const toLatin = (word: string): string =>
  anyAscii(WRITTEN.reduce((written, [letters, latin]) => written.replace(letters, latin), word));

/** The slug that a name suggests, in whatever script it is written; empty when it has neither letters nor digits. */
export const suggestSlug = (name: string): string => {
  const latin = name.normalize("NFKC").replace(/[\p{L}\p{M}\p{N}]+/gu, toLatin);
  const words = latin
    .toLowerCase()
    .replaceAll("&", " and ")
    .replace(/[^a-z0-9]+/g, "-");
  return cut(words.replace(/^-+/, ""), SLUG_MAX_LENGTH);
};

/** The slugs to try for a name, the best first: what it suggests or else `otherwise`, then numbered, and one that is as good as never taken. */
export function slugCandidates(name: string, otherwise: string): string[] {
  const base = suggestSlug(name) || otherwise;
  const ending = (suffix: string) => `${cut(base, SLUG_MAX_LENGTH - suffix.length)}${suffix}`;
  const numbered = Array.from({ length: NUMBERED - 1 }, (_, index) => ending(`-${index + 2}`));
  return [base, ...numbered, ending(`-${newId().slice(-6)}`)];
}
