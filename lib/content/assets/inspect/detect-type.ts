import { fileTypeFromBuffer } from "file-type";
import { UnsupportedFile } from "@/lib/platform/errors";

export const STORABLE_TYPES = [
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/svg+xml",
  "font/woff2",
  "application/pdf",
] as const;
export type StorableType = (typeof STORABLE_TYPES)[number];

export type DetectedType = { mime: StorableType; animated: boolean };

const ACCEPTED = "Upload a PNG, JPEG, WebP, SVG, WOFF2 or PDF file.";

/**
 * Detects a file's type by its first bytes. `image/svg+xml` only means "starts like XML"; the SVG parser decides.
 * @throws UnsupportedFile (`file_type`)
 */
export async function detectType(bytes: Buffer): Promise<DetectedType> {
  // First, because MPEG audio can start like a UTF-16 byte order mark.
  if (startsLikeXml(bytes)) return { mime: "image/svg+xml", animated: false };
  // Broken files can make the detector throw.
  const detected = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (detected?.mime === "image/apng") return { mime: "image/png", animated: true };
  const storable = STORABLE_TYPES.find((mime) => mime === detected?.mime);
  if (storable !== undefined) return { mime: storable, animated: false };
  const what =
    detected === undefined ? "This file's type is unknown" : `${detected.ext.toUpperCase()} files aren't supported`;
  throw new UnsupportedFile("file_type", `${what}. ${ACCEPTED}`);
}

/** Latin-1 maps each byte to one character. UTF-16 adds a NUL to ASCII characters. */
function startsLikeXml(bytes: Buffer): boolean {
  const start = bytes.toString("latin1", 0, 1_024).replaceAll("\0", "");
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*<[?!a-zA-Z_]/.test(start);
}
