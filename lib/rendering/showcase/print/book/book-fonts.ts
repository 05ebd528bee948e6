import { Font } from "@react-pdf/renderer";
import { plainFont, sourceOf } from "../../load-fonts";
import type { Order } from "../../order";
import type { Face, Fonts } from "../../type/typesetter";

export type TextFace = Extract<Face, "body" | "strong" | "mono">;
const TEXT_FACES: readonly TextFace[] = ["body", "strong", "mono"];
export const SOFT_HYPHEN = "\u00ad";
/** Where a line may end without a hyphen. */
export const ZERO_WIDTH_SPACE = "\u200b";
/** More letters than that has no script whose letters are parts of one another. */
const MOST_LETTERS = 3000;

/** Of each book its own: a process prints one brand's book after another's, and remembers each family that it has been told of. */
let books = 0;

/** Parts of a word between which a line may end. The writer of PDFs puts a hyphen there, but none beside nothing. */
const placesToBreak = (word: string): string[] =>
  word.split(ZERO_WIDTH_SPACE).flatMap((piece, place) => [...(place > 0 ? [""] : []), ...piece.split(SOFT_HYPHEN)]);

/** A font as the writer of PDFs takes it from memory. */
const urlOf = (bytes: Buffer): string => `data:font/ttf;base64,${bytes.toString("base64")}`;

/** The family of the first of these fonts that is the hub's own, made known when it is first needed; undefined where none is. */
export function hubFamily(fonts: Fonts[Face]): string | undefined {
  const own = fonts.map(sourceOf).find((source) => source !== undefined);
  if (own && !Font.getRegisteredFontFamilies().includes(own.path))
    Font.register({ family: own.path, src: urlOf(own.bytes) });
  return own?.path;
}

/** Makes the fonts known that the brand brings along, and gives their families. */
export async function registerFonts(order: Order): Promise<Map<TextFace, string>> {
  books += 1;
  Font.registerHyphenationCallback(placesToBreak);
  const own = new Map<TextFace, string>();
  for (const face of TEXT_FACES) {
    const given = order.fonts.find((font) => font.face === face);
    if (!given) continue;
    try {
      const family = `brand-${face}-${books}`;
      Font.register({ family, src: urlOf(await plainFont(Buffer.from(given.bytes))) });
      own.set(face, family);
    } catch {
      // What cannot be read is not used; the hub's face stands in.
    }
  }
  return own;
}

/** Has a font tell which letter each of its glyphs is: one that is met first as a part of another is no text to whoever reads the PDF. */
export async function learnLetters(family: string): Promise<void> {
  await Font.load({ fontFamily: family });
  const font = Font.getFont({ fontFamily: family })?.data;
  if (!font || !("characterSet" in font)) return;
  for (const letter of font.characterSet.slice(0, MOST_LETTERS)) font.glyphForCodePoint(letter);
}
