import sharp from "sharp";
import { colorsOfLogo, rasteriseLogo } from "@/lib/content/server";
import { PERSONALITY_DIMENSIONS } from "@/lib/contract";
import { paletteIn } from "./document-in";
import { loadFonts } from "./load-fonts";
import type { Kit, KitLogo } from "./mock-ups/kit";
import type { Order } from "./order";
import type { Picture, Pictures } from "./scene-to-svg";
import { schemeOf } from "./scheme";
import type { Theme } from "./themes";
import { type Fonts, Typesetter } from "./type/typesetter";
import { wordsOf } from "./words";

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
