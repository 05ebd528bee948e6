import type { PictureType } from "./reencode-picture";

/** Tells whether something follows the end of a picture, as in files that are two types at once. Decoders ignore it. */
export function hasTrailingBytes(bytes: Buffer, mime: PictureType): boolean {
  if (mime === "image/png") return endOfPng(bytes) < bytes.length;
  if (mime === "image/webp") return bytes.readUInt32LE(4) + 8 < bytes.length;
  return bytes.readUInt16BE(bytes.length - 2) !== 0xffd9;
}

/** A PNG chunk is length, type, data, checksum; the last is IEND (PNG, section 5.3). */
function endOfPng(bytes: Buffer): number {
  let offset = 8;
  while (offset + 12 <= bytes.length) {
    const next = offset + 12 + bytes.readUInt32BE(offset);
    if (bytes.toString("latin1", offset + 4, offset + 8) === "IEND") return next;
    offset = next;
  }
  return bytes.length;
}
