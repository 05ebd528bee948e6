const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LETTER = /\p{L}/u;

/** The direction of a text by its first letter, as browsers decide with `dir="auto"`. */
export function directionOf(text: string): "ltr" | "rtl" {
  const first = [...text].find((char) => LETTER.test(char));
  return first && RIGHT_TO_LEFT.test(first) ? "rtl" : "ltr";
}

/** Whether letters or figures of both directions stand in it, which a single run of glyphs cannot set. */
export const mixesDirections = (text: string): boolean =>
  RIGHT_TO_LEFT.test(text) && [...text].some((char) => /[\p{L}\p{N}]/u.test(char) && !RIGHT_TO_LEFT.test(char));
