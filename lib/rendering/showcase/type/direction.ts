const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LETTER = /\p{L}/u;

export type Direction = "ltr" | "rtl";

/** The direction of a text by its first letter, as browsers decide with `dir="auto"`. */
export function directionOf(text: string): Direction {
  const first = [...text].find((char) => LETTER.test(char));
  return first && RIGHT_TO_LEFT.test(first) ? "rtl" : "ltr";
}
