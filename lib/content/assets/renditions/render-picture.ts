import type { Sharp } from "sharp";
import { UnsupportedFile } from "@/lib/platform/errors";
import { MAX_PIXELS, MAX_STORED_BYTES } from "../inspect/limits";

type Format = "webp" | "png";

export interface PictureToRender {
  bytes: Buffer;
  format: Format;
  /** Of the longer side. */
  px: number;
}

/** Dots of an inch at which librsvg draws a pixel of an SVG as one. */
const DRAWN_AS_IS = 72;
const MAX_DENSITY = 100_000;
const TIMEOUT_SECONDS = 20;

export const encodeRendition = (image: Sharp, format: Format): Promise<Buffer> =>
  (format === "png" ? image.png() : image.webp({ quality: 82 })).toBuffer();

/**
 * Gives a picture in another size and format, by its longer side; pixels are never enlarged, SVGs are drawn at the size that is asked for. For the
 * process of jobs. @throws UnsupportedFile for what cannot be drawn
 */
export async function renderPicture({ bytes, format, px }: PictureToRender): Promise<Buffer> {
  const sharp = (await import("sharp")).default;
  try {
    const { width, height, format: read } = await sharp(bytes, { limitInputPixels: false }).metadata();
    const drawn = read === "svg";
    const density = drawn
      ? Math.min(MAX_DENSITY, Math.max(1, (DRAWN_AS_IS * px) / Math.max(width, height)))
      : undefined;
    const image = sharp(bytes, { density, limitInputPixels: MAX_PIXELS, failOn: "error" })
      .autoOrient()
      .timeout({ seconds: TIMEOUT_SECONDS })
      .resize({ width: px, height: px, fit: "inside", withoutEnlargement: !drawn });
    const data = await encodeRendition(image, format);
    if (data.length > MAX_STORED_BYTES) throw new RangeError("a rendition is larger than any file may be");
    return data;
  } catch (cause) {
    throw new UnsupportedFile("file_invalid", "This picture cannot be drawn in another size.", { cause });
  }
}
