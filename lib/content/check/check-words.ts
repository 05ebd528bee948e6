import { languageOf } from "../document/languages";
import { type Found, finding, placed, type Version } from "./findings";
import { inflections, isAgglutinated } from "./inflect";
import type { Block } from "./read-text";

export interface Word {
  key: string;
  from: number;
  to: number;
}

/** Latin words also end where another script begins, as in Japanese. */
const WORD = /[\p{Script=Latin}\p{N}\p{M}_\u00AD\u200B-\u200D]+|[\p{L}\p{N}\p{M}_\u00AD\u200B-\u200D]+/gu;
const MAX_WORD = 64;
/** Between the words of a phrase. */
const GAP = /^[\s\-‐‑–—,;:/·'’"“”]{1,3}$/;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const KATAKANA = /[\p{Script=Katakana}ー]{2}/u;
const LETTERS = /^[\p{L}\p{N}]{2}$/u;
/** Languages that chain endings. Their words are found by the first letters. */
const CHAINED = /^(?:tr|ko)$/;

export const languageOfTag = (tag = "en"): string => tag.toLowerCase().split("-")[0] ?? "";

function keyOf(word: string, language: string): string {
  const plain = word.replace(/[\u00AD\u200B-\u200D]/g, "").normalize("NFC");
  const lower = /^(?:tr|az|lt)$/.test(language) ? plain.toLocaleLowerCase(language) : plain.toLowerCase();
  return language === "de" ? lower.replaceAll("ß", "ss") : lower;
}

export const wordsOf = (text: string, language: string): Word[] =>
  [...text.matchAll(WORD)].flatMap(({ 0: word, index }) =>
    word.length > MAX_WORD ? [] : [{ key: keyOf(word, language), from: index, to: index + word.length }],
  );

interface Term {
  written: string;
  path: string;
  say: string | undefined;
  isForbidden: boolean;
  base: string[];
  /** The forms of each word. Empty if the term is found as written. */
  forms: Set<string>[];
}

/** The words that a brand forbids or replaces in one language. */
export interface Lexicon {
  language: string;
  /** By the first word's form. */
  terms: Map<string, Term[]>;
  literals: Term[];
}

type Vocabulary = NonNullable<Version["identity"]["persona"]["vocabulary"]>;

function lexiconOf({ prefer = [], banned = [] }: Vocabulary, language: string, path: string): Lexicon {
  const replaced = prefer.map(({ say, not = "" }, at) => ({ say, written: not, path: `${path}/prefer/${at}/not` }));
  const forbidden = banned.map((written, at) => ({ say: undefined, written, path: `${path}/banned/${at}` }));
  const forbiddenKeys = new Set(banned.map((word) => keyOf(word.trim(), language)));
  const lexicon: Lexicon = { language, terms: new Map(), literals: [] };
  for (const { say, written: given, path: at } of [...replaced.filter(({ say }) => say?.trim()), ...forbidden]) {
    const written = given.trim();
    const base = wordsOf(written, language).map(({ key }) => key);
    const isForbidden = forbiddenKeys.has(keyOf(written, language));
    const term = { written, path: at, say: say?.trim(), isForbidden, base, forms: [] };
    if (written === "") continue;
    if (UNSPACED.test(written) || base.length === 0 || /[^\p{L}\p{N}\p{M}\s\-‐‑–—,;:'’"“”!?.…]/u.test(written)) {
      lexicon.literals.push(term);
      continue;
    }
    for (const spelling of written.includes("-") ? [base, [base.join("")]] : [base]) {
      const forms = spelling.map((word) => inflections(word, language, isForbidden));
      const keys = CHAINED.test(language) ? [spelling[0]?.slice(0, 2) ?? ""] : (forms[0] ?? []);
      for (const key of keys)
        lexicon.terms.set(key, [...(lexicon.terms.get(key) ?? []), { ...term, base: spelling, forms }]);
    }
  }
  return lexicon;
}

/** Returns the lexicon of a language tag, or null if the brand has no words in that language. */
export function lexicons({ identity }: Version): (tag: string | undefined) => Lexicon | null {
  const main = languageOf(identity);
  const own = Object.entries(identity.locales ?? {});
  const find = (tag: string): Lexicon | null => {
    const language = languageOfTag(tag);
    const parts = tag.split("-");
    const lookups = parts.map((_, at) => parts.slice(0, parts.length - at).join("-"));
    for (const lookup of lookups) {
      const [key, texts] = own.find(([one]) => one.toLowerCase() === lookup) ?? [];
      const vocabulary = texts?.persona?.vocabulary;
      if (vocabulary) return lexiconOf(vocabulary, language, `/identity/locales/${key}/persona/vocabulary`);
    }
    const { vocabulary } = identity.persona;
    const isMain = main === undefined || languageOfTag(main) === language;
    return isMain && vocabulary ? lexiconOf(vocabulary, language, "/identity/persona/vocabulary") : null;
  };
  const known = new Map<string, Lexicon | null>();
  return (given) => {
    const tag = (given ?? main ?? "en").toLowerCase();
    if (!known.has(tag)) known.set(tag, find(tag));
    return known.get(tag) ?? null;
  };
}

interface Match {
  term: Term;
  from: number;
  to: number;
  /** The words found. Empty for a literal. */
  keys: string[];
}

function matchAt(text: string, words: readonly Word[], index: number, { terms, language }: Lexicon): Match | null {
  const { key, from } = words[index] as Word;
  const isChained = CHAINED.test(language);
  let best: Match | null = null;
  for (const term of terms.get(isChained ? key.slice(0, 2) : key) ?? []) {
    const found = words.slice(index, index + term.base.length);
    const to = found.at(-1)?.to ?? from;
    const isFound = term.base.every((base, at) => {
      const word = found[at];
      const isChain = isChained && at === term.base.length - 1 && word && isAgglutinated(base, word.key, language);
      return word && (isChain || term.forms[at]?.has(word.key));
    });
    if (!isFound || found.some((word, at) => at > 0 && !GAP.test(text.slice(found[at - 1]?.to, word.from)))) continue;
    // A replacement for “user” doesn't suit “user-friendly”.
    const isInCompound =
      /[\p{L}\p{N}]-$/u.test(text.slice(from - 2, from)) || /^-[\p{L}\p{N}]/u.test(text.slice(to, to + 2));
    if (isInCompound && !term.isForbidden) continue;
    const isBetter = !best || to > best.to || (to === best.to && term.say && !best.term.say);
    if (isBetter) best = { term, from, to, keys: found.map((word) => word.key) };
  }
  return best;
}

/** 1 where a word begins or the text ends, by dictionary. */
function boundariesOf(text: string, language: string): Uint8Array {
  const boundaries = new Uint8Array(text.length + 1);
  for (const { index } of new Intl.Segmenter(language, { granularity: "word" }).segment(text)) boundaries[index] = 1;
  boundaries[text.length] = 1;
  return boundaries;
}

function literalMatches(text: string, { literals, language }: Lexicon): Match[] {
  const lower = text.toLowerCase();
  const folded = lower.length === text.length ? lower : text;
  let boundaries: Uint8Array | undefined;
  const isCut = (at: number, isUnspaced: boolean): boolean => {
    const around = text.slice(at - 1, at + 1);
    if (!isUnspaced) return LETTERS.test(around);
    boundaries ??= boundariesOf(text, language);
    return KATAKANA.test(around) || boundaries[at] !== 1;
  };
  return literals.flatMap((term) => {
    const isUnspaced = UNSPACED.test(term.written);
    const matches: Match[] = [];
    for (const form of inflections(term.written.toLowerCase(), isUnspaced ? language : "", true)) {
      for (let from = folded.indexOf(form); from !== -1; from = folded.indexOf(form, from + form.length)) {
        const to = from + form.length;
        const isWord = (from === 0 || !isCut(from, isUnspaced)) && (to === text.length || !isCut(to, isUnspaced));
        if (isWord) matches.push({ term, from, to, keys: [] });
      }
    }
    return matches;
  });
}

/** The longest match at each place, in order. */
function matchesIn(text: string, words: readonly Word[], lexicon: Lexicon): Match[] {
  const all = lexicon.literals.length > 0 ? literalMatches(text, lexicon) : [];
  for (let index = 0; index < words.length; index += 1) {
    const match = matchAt(text, words, index, lexicon);
    if (!match) continue;
    all.push(match);
    index += match.keys.length - 1;
  }
  all.sort((one, other) => one.from - other.from || other.to - one.to);
  let end = 0;
  return all.filter(({ from, to }) => {
    if (from < end) return false;
    end = to;
    return true;
  });
}

const VOWEL_SOUND = /^(?:[aeio]|u(?!ni|s[aeiu]|ti|to))/i;

/** The replacement in the form, case and with the English article found. Undefined if its form isn't known. */
function fixOf({ term, keys, from }: Match, text: string, lexicon: Lexicon): { fix: string; from: number } | undefined {
  const { say, base } = term;
  const { language } = lexicon;
  const found = keys.join(" ");
  const isPlural = language === "en" && found === `${base.join(" ")}s` && /[a-rt-z]$/.test(say ?? "");
  if (say === undefined || !(isPlural || keys.length === 0 || found === base.join(" "))) return undefined;
  const plain = isPlural ? `${say}s` : say;
  if (matchesIn(plain, wordsOf(plain, language), lexicon).length > 0) return undefined;
  const [first = "", second = ""] = text.slice(from, from + 2);
  const isCapital = first !== first.toLowerCase();
  const isUpper = isCapital && second !== second.toLowerCase();
  const head = isCapital ? plain.charAt(0).toLocaleUpperCase(language) : plain.charAt(0);
  const fix = isUpper ? plain.toLocaleUpperCase(language) : head + plain.slice(1);
  const [all = "", article = "", space = ""] =
    (language === "en" && /(?<![\p{L}\p{N}'’])(an?)(\s)$/iu.exec(text.slice(Math.max(0, from - 5), from))) || [];
  const wanted = VOWEL_SOUND.test(fix) ? "an" : "a";
  if (!article || article.toLowerCase() === wanted) return { fix, from };
  return { fix: article.charAt(0) + wanted.slice(1) + space + fix, from: from - all.length };
}

/** Words that the brand forbids or replaces, in any regular form. */
export const checkWords = (block: Block, words: readonly Word[], lexicon: Lexicon): Found[] =>
  matchesIn(block.text, words, lexicon).map((match) => {
    const { say, isForbidden, path } = match.term;
    const quote = block.text.slice(match.from, match.to);
    const fixed = fixOf(match, block.text, lexicon);
    const place = placed(block, fixed?.from ?? match.from, match.to, fixed?.fix);
    const message = say === undefined ? `Don't use “${quote}”.` : `Use “${say}” instead of “${quote}”.`;
    return isForbidden
      ? finding("forbidden-word", "must", path, place, message)
      : finding("replaced-word", "should", path, place, message);
  });
