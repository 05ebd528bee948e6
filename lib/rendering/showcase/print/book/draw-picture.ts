import sharp from "sharp";

const MOST_PIXELS = 40_000_000;
const SIDE = 900;
const JPEG = { quality: 84 };

export interface Drawn {
  href: string;
  width: number;
  height: number;
}

/** Scaled down, photographs as JPEG. Null if unreadable. */
export async function drawPicture({ mime, bytes }: { mime: string; bytes: Uint8Array }): Promise<Drawn | null> {
  try {
    const isSvg = mime === "image/svg+xml";
    const source = sharp(Buffer.from(bytes), { limitInputPixels: MOST_PIXELS, ...(isSvg && { density: 288 }) })
      .rotate()
      .resize({ width: SIDE, height: SIDE, fit: "inside", withoutEnlargement: !isSvg });
    const packed = mime === "image/jpeg" ? source.jpeg(JPEG) : source.png();
    const { data, info } = await packed.toBuffer({ resolveWithObject: true });
    const type = mime === "image/jpeg" ? mime : "image/png";
    return { href: `data:${type};base64,${data.toString("base64")}`, width: info.width, height: info.height };
  } catch {
    return null;
  }
}

/** From raw RGB. */
export async function drawPixels(pixels: Uint8Array, width: number, height: number): Promise<string> {
  const png = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString("base64")}`;
}
