import { Font } from "@react-pdf/renderer";
import { plainFont } from "@/lib/content/server";
import { sourceOf } from "../../make-kit";
import type { Order } from "../../order";
import type { Face, Fonts } from "../../type/typesetter";

export type TextFace = Extract<Face, "body" | "strong" | "mono">;
const TEXT_FACES: readonly TextFace[] = ["body", "strong", "mono"];
export const SOFT_HYPHEN = "\u00ad";
/** Marks where a line can break without a hyphen. */
export const ZERO_WIDTH_SPACE = "\u200b";
/** Fonts with more letters have no script that joins letters. */
const MAX_LETTERS = 3000;

/** Makes family names unique, because the PDF writer keeps families between books. */
let books = 0;

/** The PDF writer hyphenates between these parts, except next to an empty one. */
const placesToBreak = (word: string): string[] =>
  word.split(ZERO_WIDTH_SPACE).flatMap((piece, place) => [...(place > 0 ? [""] : []), ...piece.split(SOFT_HYPHEN)]);

const urlOf = (bytes: Buffer): string => `data:font/ttf;base64,${bytes.toString("base64")}`;

/** Registers it on first use. */
export function hubFamily(fonts: Fonts[Face]): string | undefined {
  const own = fonts.map(sourceOf).find((source) => source !== undefined);
  if (own && !Font.getRegisteredFontFamilies().includes(own.path))
    Font.register({ family: own.path, src: urlOf(own.bytes) });
  return own?.path;
}

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
      // The hub's font replaces an unreadable one.
    }
  }
  return own;
}

/** Maps each glyph to its letter. A glyph first used within a ligature would otherwise not be text in the PDF. */
export async function learnLetters(family: string): Promise<void> {
  await Font.load({ fontFamily: family });
  const font = Font.getFont({ fontFamily: family })?.data;
  if (!font || !("characterSet" in font)) return;
  for (const letter of font.characterSet.slice(0, MAX_LETTERS)) font.glyphForCodePoint(letter);
}
