import { readFileSync } from "node:fs";
import { create, type Font } from "fontkit";
import sharp from "sharp";
import { colorsOfLogo, plainFont, rasteriseLogo } from "@/lib/content/server";
import { PERSONALITY_DIMENSIONS } from "@/lib/contract";
import { ownFile } from "@/lib/platform/private-file";
import { paletteIn } from "./document-in";
import type { Kit, KitLogo } from "./mock-ups/kit";
import type { Order } from "./order";
import type { Picture, Pictures } from "./scene-to-svg";
import { schemeOf } from "./scheme";
import type { Theme } from "./themes";
import { covers } from "./type/runs";
import { FACES, type Face, type Fonts, Typesetter } from "./type/typesetter";
import { wordsOf } from "./words";

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

async function loadFonts(fonts: Order["fonts"], text: string): Promise<Fonts> {
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

const MAX_PIXELS = 40_000_000;
const PHOTO_SIDE = 1_400;

const dataUrl = (mime: string, bytes: Uint8Array): string =>
  `data:${mime};base64,${Buffer.from(bytes).toString("base64")}`;

interface LoadedPictures {
  logos: KitLogo[];
  marks: KitLogo[];
  icons: KitLogo[];
  photo: Kit["photo"];
  /** SVG if available. For screens. */
  pictures: Record<string, Picture>;
  /** Bitmaps only. For PDFs. */
  rasters: Record<string, Picture>;
}

/** By name, small enough to embed. Skips unreadable files. */
async function loadPictures({ logos, photo }: Pick<Order, "logos" | "photo">): Promise<LoadedPictures> {
  const loaded: LoadedPictures = { logos: [], marks: [], icons: [], photo: null, pictures: {}, rasters: {} };
  for (const [index, { mime, bytes, variant, background }] of logos.entries()) {
    try {
      const name = `logo-${index}`;
      const isSvg = mime === "image/svg+xml";
      const { png, width, height } = await rasteriseLogo(Buffer.from(bytes), isSvg);
      const raster = { href: dataUrl("image/png", png), width, height };
      loaded.rasters[name] = raster;
      loaded.pictures[name] = isSvg ? { href: dataUrl(mime, bytes), width, height } : raster;
      const logo = { name, variant, background, width, height, ...(await colorsOfLogo(png)) };
      const isMark = variant === "symbol" || variant === "favicon";
      if (isMark) loaded.marks.push(logo);
      if (isMark || variant === "other") loaded.icons.push(logo);
      else loaded.logos.push(logo);
    } catch {
      // Continue as if the brand had no such logo.
    }
  }
  if (photo) {
    try {
      const { data, info } = await sharp(Buffer.from(photo.bytes), { limitInputPixels: MAX_PIXELS })
        .rotate()
        .resize({ width: PHOTO_SIDE, height: PHOTO_SIDE, fit: "inside", withoutEnlargement: true })
        .flatten({ background: "#ffffff" })
        .jpeg({ quality: 82 })
        .toBuffer({ resolveWithObject: true });
      const picture = { href: dataUrl("image/jpeg", data), width: info.width, height: info.height };
      loaded.pictures.photo = picture;
      loaded.rasters.photo = picture;
      loaded.photo = { name: "photo", width: info.width, height: info.height };
    } catch {
      // The pattern replaces the photograph.
    }
  }
  return loaded;
}

function textIn(drawn: unknown): string {
  if (typeof drawn === "string") return drawn;
  if (typeof drawn !== "object" || drawn === null || ArrayBuffer.isView(drawn)) return "";
  return Object.values(drawn).map(textIn).join("");
}

/**
 * In browsers, letters without a glyph stay text.
 * @param drawn everything to be drawn, if more than the order
 */
export async function makeKit(
  order: Order,
  { isForBrowsers = false, drawn = order }: { isForBrowsers?: boolean; drawn?: object } = {},
): Promise<{ kit: (theme: Theme) => Kit; pictures: Pictures; rasters: Pictures; fonts: Fonts }> {
  const { logos, marks, icons, photo, pictures, rasters } = await loadPictures(order);
  const text = textIn(drawn);
  const fonts = await loadFonts(order.fonts, text + text.toUpperCase());
  const type = new Typesetter(fonts, isForBrowsers);
  const stated = order.identity.personality.dimensions ?? {};
  const dimensions = PERSONALITY_DIMENSIONS.flatMap((name) => {
    const value = stated[name];
    return value === undefined ? [] : [{ name: name.charAt(0).toUpperCase() + name.slice(1), value }];
  });
  const words = wordsOf(order, order.name);
  const kit = (theme: Theme): Kit => {
    const palette = paletteIn(order.colors, theme);
    return {
      theme,
      scheme: schemeOf(palette, theme),
      palette: palette.map(({ name, hex }) => ({ name, hex })),
      words,
      typefaces: order.typefaces,
      type,
      logos,
      marks,
      icons,
      photo,
      dimensions,
    };
  };
  return { kit, pictures, rasters, fonts };
}
