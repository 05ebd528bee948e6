import type { Font } from "fontkit";
import { graphemesOf } from "./break-lines";
import { covers } from "./outline";

/** Marks by others that look alike and that more fonts have. */
const ALIKE: Record<string, string> = {
  "\u2010": "-",
  "\u2011": "-",
  "\u2015": "—",
  "\u02b9": "′",
  "\u02bb": "‘",
  "\u02bc": "’",
  "\u02bd": "‘",
  "\u02be": "’",
  "\u02bf": "‘",
};
const alike = (text: string): string => [...text].map((char) => ALIKE[char] ?? char).join("");

/** What asks for another look of the character before it: in colour, or as a key. */
const SELECTORS = /[\ufe0e\ufe0f\u20e3]/g;
const CONTROLS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu;
const READABLE = /[\p{L}\p{N}]/u;
const GONE = "\0";
/** What is left out, with the blank before it where another one or the end of a phrase follows. */
const GONE_WITH_BLANK = / ?\0+(?=[\s.,;:!?…)]|$)/g;

/** True where a text is to be read, rather than looked at. */
export const isReadable = (text: string): boolean => READABLE.test(text);

const isSettable = (fonts: readonly Font[], text: string): boolean =>
  graphemesOf(text).every((letter) => fonts.some((font) => covers(font, letter)));

/** A letter that no font has, by what else it can be written as; undefined where there is nothing. */
const substituteFor = (fonts: readonly Font[], letter: string): string | undefined =>
  [alike(letter), letter.normalize("NFC"), alike(letter.normalize("NFKC"))].find((other) => isSettable(fonts, other));

/** What one font has of a letter and its marks; nothing where none has the letter. */
function partOf(fonts: readonly Font[], letter: string): string {
  const [base = ""] = letter;
  const font = fonts.find((one) => covers(one, base));
  return font ? [...letter].filter((char) => covers(font, char)).join("") : GONE;
}

/**
 * A text in characters that the fonts have, each in one at least: others stand as what looks alike or as Unicode's compatible characters (`°C` for `℃`),
 * and what is in no font is left out. Nothing is left of words of which no letter can be set.
 * @returns missing the characters that could not be set, as people see them
 */
export function settable(fonts: readonly Font[], given: string): { text: string; missing: string[] } {
  const text = given.replaceAll(SELECTORS, "").replaceAll(CONTROLS, " ").trim();
  const [first] = fonts;
  if (first && covers(first, text)) return { text, missing: [] };
  const missing = new Set<string>();
  const letters = graphemesOf(text).map((letter) => {
    if (fonts.some((font) => covers(font, letter))) return letter;
    const substitute = substituteFor(fonts, letter);
    if (substitute === undefined) missing.add(letter);
    return substitute ?? partOf(fonts, letter);
  });
  const left = letters.join("").replaceAll(GONE_WITH_BLANK, "").replaceAll(GONE, "").trim();
  return { text: isReadable(text) && !isReadable(left) ? "" : left, missing: [...missing] };
}
