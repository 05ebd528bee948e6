import type { Metadata } from "sharp";
import { UnsupportedFile } from "@/lib/platform/errors";
import { MAX_PIXELS, MAX_STORED_BYTES } from "./limits";

/** Above this, lossless WebP uses the lowest effort: a sixth of the CPU time for a fifth more bytes. */
const EASY_ABOVE_PIXELS = 4_000_000;

export type PictureType = "image/png" | "image/jpeg" | "image/webp";

export type Picture = { bytes: Buffer; width: number; height: number; report: string[] };

/** Tried in order. On a screen, 90 looks like the original. */
const QUALITIES = [90, 80];

/**
 * Re-encodes a picture upright, in sRGB and without metadata or hidden data. Deterministic. PNG and lossless WebP in
 * sRGB keep every pixel.
 * @throws UnsupportedFile `file_pixels` over 25 megapixels, `file_invalid` if undecodable, `file_size` over 8 MB
 */
export async function reencodePicture(bytes: Buffer, mime: PictureType, animated: boolean): Promise<Picture> {
  const metadata = await readMetadata(bytes);
  if (metadata.width * metadata.height > MAX_PIXELS) {
    const size = `${metadata.width} × ${metadata.height}`;
    throw new UnsupportedFile("file_pixels", `This picture is ${size} pixels. The limit is 25 megapixels.`);
  }
  for (const quality of QUALITIES) {
    const { data, info } = await encode(bytes, mime, {
      quality,
      easy: metadata.width * metadata.height > EASY_ABOVE_PIXELS,
    });
    if (data.length > MAX_STORED_BYTES) continue;
    const report = describeChanges(bytes, mime, metadata, animated);
    return { bytes: data, width: info.width, height: info.height, report };
  }
  throw new UnsupportedFile("file_size", "This picture is over 8 MB after cleaning. Make it smaller.");
}

/** Loaded lazily: only job processes decode pictures. */
const loadSharp = async () => (await import("sharp")).default;

async function readMetadata(bytes: Buffer): Promise<Metadata> {
  const sharp = await loadSharp();
  return await sharp(bytes, { limitInputPixels: false }).metadata().catch(refuse);
}

async function encode(bytes: Buffer, mime: PictureType, { quality, easy }: { quality: number; easy: boolean }) {
  const sharp = await loadSharp();
  // Not "warning": valid files often cause warnings, such as an old sRGB profile in a PNG.
  const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error" }).autoOrient().timeout({ seconds: 30 });
  if (mime === "image/png") image.png();
  else if (mime === "image/jpeg") image.jpeg({ quality, chromaSubsampling: "4:4:4" });
  else image.webp(isLosslessWebp(bytes) ? { lossless: true, effort: easy ? 0 : 4 } : { quality });
  return await image.toBuffer({ resolveWithObject: true }).catch(refuse);
}

function refuse(cause: unknown): never {
  throw new UnsupportedFile("file_invalid", "This picture is damaged and cannot be opened. Export it again.", {
    cause,
  });
}

/** A lossless picture is in a VP8L chunk, first or after the VP8X chunks (RFC 9649). */
function isLosslessWebp(bytes: Buffer): boolean {
  let offset = 12;
  while (offset + 8 <= bytes.length) {
    const type = bytes.toString("latin1", offset, offset + 4);
    if (type === "VP8L") return true;
    if (type === "VP8 ") return false;
    const length = bytes.readUInt32LE(offset + 4);
    // ANMF contains the frames, after a 16-byte header.
    offset += type === "ANMF" ? 8 + 16 : 8 + length + (length % 2);
  }
  return false;
}

function describeChanges(bytes: Buffer, mime: PictureType, metadata: Metadata, animated: boolean): string[] {
  const report: string[] = [];
  if (animated || (metadata.pages ?? 1) > 1) report.push("Kept only the first frame of the animation.");
  if ((metadata.orientation ?? 1) !== 1) report.push("Turned the picture upright.");
  if (metadata.exif || metadata.xmp || metadata.iptc || metadata.comments) {
    report.push("Removed metadata such as camera, location and editing data.");
  }
  if (metadata.space === "cmyk") report.push("Converted the colours from CMYK to sRGB.");
  else if (metadata.icc) report.push("Converted the colours to sRGB and removed the colour profile.");
  if (hasTrailingBytes(bytes, mime)) report.push("Removed data after the end of the picture.");
  return report;
}

/** Such as a second file. Decoders ignore it. */
function hasTrailingBytes(bytes: Buffer, mime: PictureType): boolean {
  if (mime === "image/png") return endOfPng(bytes) < bytes.length;
  if (mime === "image/webp") return bytes.readUInt32LE(4) + 8 < bytes.length;
  return bytes.readUInt16BE(bytes.length - 2) !== 0xffd9;
}

/** A chunk is length, type, data and checksum. The last one is IEND (PNG, section 5.3). */
function endOfPng(bytes: Buffer): number {
  let offset = 8;
  while (offset + 12 <= bytes.length) {
    const next = offset + 12 + bytes.readUInt32BE(offset);
    if (bytes.toString("latin1", offset + 4, offset + 8) === "IEND") return next;
    offset = next;
  }
  return bytes.length;
}
