import type { Font } from "fontkit";
import { graphemesOf } from "./break-lines";
import { covers } from "./outline";

/** Look-alikes that more fonts have. */
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

/** Variation selectors and keycaps. */
const SELECTORS = /[\ufe0e\ufe0f\u20e3]/g;
const CONTROLS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu;
const READABLE = /[\p{L}\p{N}]/u;
const GONE = "\0";
/** A removed character takes the space before it along. */
const GONE_WITH_BLANK = / ?\0+(?=[\s.,;:!?…)]|$)/g;

export const isReadable = (text: string): boolean => READABLE.test(text);

const isSettable = (fonts: readonly Font[], text: string): boolean =>
  graphemesOf(text).every((letter) => fonts.some((font) => covers(font, letter)));

const substituteFor = (fonts: readonly Font[], letter: string): string | undefined =>
  [alike(letter), letter.normalize("NFC"), alike(letter.normalize("NFKC"))].find((other) => isSettable(fonts, other));

/** The part that the best font has. Empty if none has the letter. */
function partOf(fonts: readonly Font[], letter: string): string {
  const [base = ""] = letter;
  const font = fonts.find((one) => covers(one, base));
  return font ? [...letter].filter((char) => covers(font, char)).join("") : GONE;
}

/**
 * Replaces characters without a glyph by look-alikes or compatible ones (`°C` for `℃`), or drops them. Empty if no
 * letter or digit remains.
 * @returns missing the dropped characters
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
