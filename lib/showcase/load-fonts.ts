import { readFileSync } from "node:fs";
import { create, type Font } from "fontkit";
import { ownFile } from "@/lib/kernel/own-files";
import type { Order } from "./order";
import { FACES, type Face, type Fonts } from "./type/typesetter";
import { woff2ToSfnt } from "./type/woff2-to-sfnt";

/** The hub's own faces, for brands without font files and for what theirs cannot write. */
const OWN: Record<Face, string> = {
  display: "geist-sans/Geist-Bold.ttf",
  body: "geist-sans/Geist-Regular.ttf",
  strong: "geist-sans/Geist-SemiBold.ttf",
  mono: "geist-mono/GeistMono-Regular.ttf",
};

const own = new Map<Face, Font>();

export const ownFontFile = (face: Face): string => ownFile(`node_modules/geist/dist/fonts/${OWN[face]}`);

function ownFont(face: Face): Font {
  const known = own.get(face) ?? create(readFileSync(ownFontFile(face)));
  own.set(face, known);
  return known;
}

/** A font as every reader takes it. @throws for what is none */
export const plainFont = (bytes: Buffer): Buffer =>
  bytes.toString("latin1", 0, 4) === "wOF2" ? woff2ToSfnt(bytes) : bytes;

/** A font at a weight; null for what cannot be read, and is then not used. */
function readFontAt(bytes: Buffer, weight: number): Font | null {
  try {
    const font = create(plainFont(bytes));
    const axis = font.variationAxes.wght;
    const wanted = axis ? font.getVariation({ wght: Math.min(axis.max, Math.max(axis.min, weight)) }) : font;
    wanted.layout("A");
    return wanted;
  } catch {
    // A damaged font must not keep the rest of the brand from being seen.
    return null;
  }
}

/** The fonts of an order with the hub's own behind them. */
export function loadFonts(fonts: Order["fonts"]): Fonts {
  const faceOf = (face: Face): Font[] => {
    const given = fonts.flatMap((font) =>
      font.face === face ? (readFontAt(Buffer.from(font.bytes), font.weight) ?? []) : [],
    );
    return [...given, ownFont(face)];
  };
  return Object.fromEntries(FACES.map((face) => [face, faceOf(face)])) as unknown as Fonts;
}
