import { readFileSync } from "node:fs";
import { create, type Font } from "fontkit";
import decompress from "woff2-encoder/decompress";
import { ownFile } from "@/lib/platform/own-files";
import type { Order } from "./order";
import { FACES, type Face, type Fonts } from "./type/typesetter";

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
    .map((name) => ownFile(`node_modules/@fontsource/${name}-normal.woff2`)),
];

/**
 * A font as TrueType or OpenType, which is what readers of outlines and writers of PDFs take: those of the packed form leave the axes of variable
 * fonts alone. @throws for what is none
 */
export const plainFont = async (bytes: Buffer): Promise<Buffer> =>
  bytes.toString("latin1", 0, 4) === "wOF2" ? Buffer.from(await decompress(bytes)) : bytes;

const opened = new Map<string, { font: Font; bytes: Buffer }>();

async function openFont(file: string): Promise<Font> {
  const known = opened.get(file);
  if (known) return known.font;
  const bytes = await plainFont(readFileSync(file));
  const font = create(bytes);
  opened.set(file, { font, bytes });
  return font;
}

/** One of the hub's own fonts, by its place among those of its face; undefined before `loadFonts`. */
export const ownFont = (face: Face, place: number): Buffer | undefined =>
  opened.get(ownFontFiles(face)[place] ?? "")?.bytes;

/** A font at a weight; null for what cannot be read, and is then not used. */
async function readFontAt(bytes: Buffer, weight: number): Promise<Font | null> {
  try {
    const font = create(await plainFont(bytes));
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
export async function loadFonts(fonts: Order["fonts"]): Promise<Fonts> {
  const loaded: [Face, Font[]][] = [];
  for (const face of FACES) {
    const given = fonts.filter((font) => font.face === face);
    const read = await Promise.all(given.map(({ bytes, weight }) => readFontAt(Buffer.from(bytes), weight)));
    const own = await Promise.all(ownFontFiles(face).map(openFont));
    loaded.push([face, [...read.filter((font) => font !== null), ...own]]);
  }
  return Object.fromEntries(loaded) as unknown as Fonts;
}
