import { readFileSync } from "node:fs";
import { create, type Font } from "fontkit";
import { ownFile } from "@/lib/kernel/own-files";
import type { Order } from "./order";
import { FACES, type Face, type Fonts } from "./type/typesetter";
import { woffToSfnt } from "./type/woff-to-sfnt";
import { woff2ToSfnt } from "./type/woff2-to-sfnt";

/** The hub's own faces, for brands without font files and for what theirs cannot write. */
const OWN: Record<Face, string> = {
  display: "geist-sans/Geist-Bold.ttf",
  body: "geist-sans/Geist-Regular.ttf",
  strong: "geist-sans/Geist-SemiBold.ttf",
  mono: "geist-mono/GeistMono-Regular.ttf",
};

/** For letters that those do not have: rarer Latin ones, signs of currencies, Greek, Arabic, Hebrew, Japanese (SIL Open Font License). */
const OTHER_SCRIPTS = [
  "noto-sans/files/noto-sans-latin-ext",
  "noto-sans/files/noto-sans-greek",
  "ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic",
  "noto-sans-hebrew/files/noto-sans-hebrew-hebrew",
  "biz-udpgothic/files/biz-udpgothic-japanese",
];
/** For symbols and emoji, in one weight. */
const SYMBOLS = [
  "noto-sans-symbols/files/noto-sans-symbols-symbols",
  "noto-sans-symbols-2/files/noto-sans-symbols-2-symbols",
  "noto-emoji/files/noto-emoji-emoji",
];
const WEIGHT: Record<Face, number> = { display: 700, body: 400, strong: 700, mono: 400 };

/** The hub's own font files of a face, in the order in which they are asked for a text. */
export const ownFontFiles = (face: Face): string[] => [
  ownFile(`node_modules/geist/dist/fonts/${OWN[face]}`),
  ...OTHER_SCRIPTS.map((name) => `${name}-${WEIGHT[face]}`)
    .concat(SYMBOLS.map((name) => `${name}-400`))
    .map((name) => ownFile(`node_modules/@fontsource/${name}-normal.woff`)),
];

const UNPACK: Record<string, (bytes: Buffer) => Buffer> = { wOFF: woffToSfnt, wOF2: woff2ToSfnt };

/** A font as every reader takes it. @throws for what is none */
export const plainFont = (bytes: Buffer): Buffer => UNPACK[bytes.toString("latin1", 0, 4)]?.(bytes) ?? bytes;

const opened = new Map<string, Font>();

function openFont(file: string): Font {
  const known = opened.get(file) ?? create(plainFont(readFileSync(file)));
  opened.set(file, known);
  return known;
}

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
    return [...given, ...ownFontFiles(face).map(openFont)];
  };
  return Object.fromEntries(FACES.map((face) => [face, faceOf(face)])) as unknown as Fonts;
}
