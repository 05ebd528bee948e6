import anyAscii from "any-ascii";
import { SLUG_MAX_LENGTH } from "@/lib/contract";
import { newId } from "./ids";

/** Numbered candidates before a random one. */
const NUMBERED = 20;

const cut = (slug: string, length: number) => slug.slice(0, length).replace(/-+$/, "");

/**
 * any-ascii drops these letters or writes marks that split the word. A long a is always written; carriers of a vowel
 * only at the start of a word.
 */
const WRITTEN: readonly [RegExp, string][] = [
  [/[اأآٱ]/g, "a"],
  [/إ/g, "i"],
  [/^[עאع]/, "a"],
  [/[עאعء]/g, ""],
];

const toLatin = (word: string): string =>
  anyAscii(WRITTEN.reduce((written, [letters, latin]) => written.replace(letters, latin), word));

/** A slug for a name in any script; empty without letters or digits. */
export const suggestSlug = (name: string): string => {
  const latin = name.normalize("NFKC").replace(/[\p{L}\p{M}\p{N}]+/gu, toLatin);
  const words = latin
    .toLowerCase()
    .replaceAll("&", " and ")
    .replace(/[^a-z0-9]+/g, "-");
  return cut(words.replace(/^-+/, ""), SLUG_MAX_LENGTH);
};

/** Best first, then numbered; the last is practically always free. */
export function slugCandidates(name: string, otherwise: string): string[] {
  const base = suggestSlug(name) || otherwise;
  const ending = (suffix: string) => `${cut(base, SLUG_MAX_LENGTH - suffix.length)}${suffix}`;
  const numbered = Array.from({ length: NUMBERED - 1 }, (_, index) => ending(`-${index + 2}`));
  return [base, ...numbered, ending(`-${newId().slice(-6)}`)];
}
