const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LETTER = /\p{L}/u;

export type Direction = "ltr" | "rtl";

/** By the first letter, as `dir="auto"` does. */
export function directionOf(text: string): Direction {
  const first = [...text].find((char) => LETTER.test(char));
  return first && RIGHT_TO_LEFT.test(first) ? "rtl" : "ltr";
}
