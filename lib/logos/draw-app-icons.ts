import { UnsupportedFile } from "@/lib/assets";
import { plateOf } from "./plate-of";

/** A picture to make icons of, and the colour of the surface that those stand on which may not be clear. */
export interface IconSource {
  bytes: Buffer;
  hex: string;
}

const FAVICON_SIZES = [16, 32, 48];
const MAX_PIXELS = 25_000_000;
const DRAWN_AS_IS = 72;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

/** Icons that sites and apps ask for, by file name: their pixels, the share of them that the picture takes, and whether they are filled. */
const ICONS: Readonly<Record<string, { px: number; share: number; filled: boolean }>> = {
  "apple-touch-icon.png": { px: 180, share: 0.76, filled: true },
  "icon-192.png": { px: 192, share: 1, filled: false },
  "icon-512.png": { px: 512, share: 1, filled: false },
  // Launchers cut to a circle of 80 % (W3C Web App Manifest, maskable icons): a square within it has 56 %.
  "icon-maskable-512.png": { px: 512, share: 0.56, filled: true },
};

/** PNGs of a square each as one Windows icon, in which browsers look for theirs. */
function asIco(pictures: readonly { px: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { px, png }] of pictures.entries()) {
    const entry = 6 + 16 * index;
    head.writeUInt8(px, entry);
    head.writeUInt8(px, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** Draws a favicon and app icons of a stored picture, by file name. For the process of jobs. @throws UnsupportedFile for what cannot be drawn */
export async function drawAppIcons({ bytes, hex }: IconSource): Promise<Record<string, Buffer>> {
  const sharp = (await import("sharp")).default;
  const { width, height, format } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(refuse);
  const draw = async (px: number, share = 1, filled = false): Promise<Buffer> => {
    const inner = Math.round(px * share);
    const density = format === "svg" ? Math.max(1, (DRAWN_AS_IS * inner) / Math.max(width, height)) : undefined;
    const fit = { width: inner, height: inner, fit: "contain" as const, background: CLEAR };
    const { data, info } = await sharp(bytes, { density, limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize(fit)
      .toColourspace("srgb")
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const hexAt = (x: number, y: number): string | null => {
      const pixel = data.subarray((y * info.width + x) * 4).subarray(0, 4);
      return pixel[3] === 255 ? `#${pixel.toString("hex", 0, 3)}` : null;
    };
    const background = filled ? (plateOf(hexAt, info) ?? hex) : CLEAR;
    const surface = sharp({ create: { width: px, height: px, channels: 4, background } });
    const raw = { width: info.width, height: info.height, channels: 4 as const };
    return surface
      .composite([{ input: data, raw, gravity: "centre" }])
      .png()
      .toBuffer();
  };
  try {
    const small = await Promise.all(FAVICON_SIZES.map(async (px) => ({ px, png: await draw(px) })));
    const icons: Record<string, Buffer> = { "favicon.ico": asIco(small) };
    for (const [name, { px, share, filled }] of Object.entries(ICONS)) icons[name] = await draw(px, share, filled);
    return icons;
  } catch (error) {
    return refuse(error);
  }
}

function refuse(cause: unknown): never {
  throw new UnsupportedFile("file_invalid", "This picture cannot be drawn as an icon.", { cause });
}
