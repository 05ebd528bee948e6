import { readFileSync } from "node:fs";
import { create, type Font } from "fontkit";
import decompress from "woff2-encoder/decompress";
import { ownFile } from "@/lib/platform/private-file";
import type { Order } from "./order";
import { covers } from "./type/outline";
import { FACES, type Face, type Fonts } from "./type/typesetter";

/** The hub's fonts, for brands without files and for missing characters. */
const OWN: Record<Face, string> = {
  display: "geist-sans/Geist-Bold.ttf",
  body: "geist-sans/Geist-Regular.ttf",
  strong: "geist-sans/Geist-SemiBold.ttf",
  mono: "geist-mono/GeistMono-Regular.ttf",
};

const WEIGHT: Record<Face, number> = { display: 700, body: 400, strong: 700, mono: 400 };

const LETTERS = /[\p{L}\p{Mn}\p{Mc}\p{N}\p{P}\p{Sc}\p{Sm}]/u;
const SYMBOLS = /\p{S}/u;
/**
 * For characters that all other fonts lack, in order. Each is opened if `chars` matches. `weight` is set for static
 * fonts (SIL Open Font License).
 */
const FALLBACKS: readonly (readonly [family: string, subset: string, chars: RegExp, weight?: number])[] = [
  ["noto-sans", "latin-ext", LETTERS],
  ["noto-sans", "vietnamese", LETTERS],
  ["noto-sans", "cyrillic-ext", LETTERS],
  ["noto-sans", "greek", LETTERS],
  ["noto-sans", "greek-ext", LETTERS],
  ["ibm-plex-sans-arabic", "arabic", LETTERS],
  ["noto-sans-hebrew", "hebrew", LETTERS],
  ["noto-sans", "devanagari", LETTERS],
  ["noto-sans-thai", "thai", LETTERS],
  ["biz-udpgothic", "japanese", LETTERS],
  ["nanum-gothic", "korean", LETTERS],
  ["zcool-xiaowei", "chinese-simplified", LETTERS, 400],
  ["noto-sans-symbols", "symbols", SYMBOLS, 400],
  ["noto-sans-symbols-2", "symbols", SYMBOLS, 400],
  ["noto-emoji", "emoji", SYMBOLS, 400],
];

/**
 * Unpacks to TrueType or OpenType, because outline readers and PDF writers ignore the axes of packed variable fonts.
 * @throws for an invalid font
 */
export const plainFont = async (bytes: Buffer): Promise<Buffer> =>
  bytes.toString("latin1", 0, 4) === "wOF2" ? Buffer.from(await decompress(bytes)) : bytes;

const opened = new Map<string, Font>();
const sources = new WeakMap<Font, { path: string; bytes: Buffer }>();

/** The file of a hub font. Undefined for a brand's. */
export const sourceOf = (font: Font) => sources.get(font);

async function openFont(path: string): Promise<Font> {
  const known = opened.get(path);
  if (known) return known;
  const bytes = await plainFont(readFileSync(ownFile(`node_modules/${path}`)));
  const font = create(bytes);
  opened.set(path, font);
  sources.set(font, { path, bytes });
  return font;
}

/** Adds hub fonts until the text is covered, since large ones open slowly. */
async function withFallbacks(brand: readonly Font[], face: Face, text: string): Promise<Font[]> {
  const fonts = [...brand, await openFont(`geist/dist/fonts/${OWN[face]}`)];
  let left = [...new Set(text)].filter((char) => !fonts.some((font) => covers(font, char)));
  for (const [family, subset, chars, weight = WEIGHT[face]] of FALLBACKS) {
    if (!left.some((char) => chars.test(char))) continue;
    const font = await openFont(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff2`);
    fonts.push(font);
    left = left.filter((char) => !covers(font, char));
  }
  return fonts;
}

async function readFontAt(bytes: Buffer, weight: number): Promise<Font | null> {
  try {
    const font = create(await plainFont(bytes));
    const axis = font.variationAxes.wght;
    const wanted = axis ? font.getVariation({ wght: Math.min(axis.max, Math.max(axis.min, weight)) }) : font;
    wanted.layout("A");
    return wanted;
  } catch {
    // A damaged font must not block the rest of the brand.
    return null;
  }
}

export async function loadFonts(fonts: Order["fonts"], text: string): Promise<Fonts> {
  const loaded: [Face, Font[]][] = [];
  for (const face of FACES) {
    const given = fonts.filter((font) => font.face === face);
    const read = await Promise.all(given.map(({ bytes, weight }) => readFontAt(Buffer.from(bytes), weight)));
    loaded.push([
      face,
      await withFallbacks(
        read.filter((font) => font !== null),
        face,
        text,
      ),
    ]);
  }
  return Object.fromEntries(loaded) as unknown as Fonts;
}
