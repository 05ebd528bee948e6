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
 * Tells the type of a file by its first bytes alone, or throws `UnsupportedFile` (`file_type`); names and declared types
 * are never asked. `image/svg+xml` means "starts like XML": the SVG parser has the last word.
 */
export async function detectType(bytes: Buffer): Promise<DetectedType> {
  // First, because a UTF-16 byte order mark is also how MPEG audio starts.
  if (startsLikeXml(bytes)) return { mime: "image/svg+xml", animated: false };
  // A detector that stumbles over a broken file has not recognised it, which is all that matters here.
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (found?.mime === "image/apng") return { mime: "image/png", animated: true };
  const storable = STORABLE_TYPES.find((mime) => mime === found?.mime);
  if (storable !== undefined) return { mime: storable, animated: false };
  const what =
    found === undefined ? "This file's type is not known" : `A ${found.ext.toUpperCase()} file cannot be stored`;
  throw new UnsupportedFile("file_type", `${what}. ${ACCEPTED}`);
}

/** Latin-1 shows each byte as one character; the NULs are the other half of UTF-16's ASCII. */
function startsLikeXml(bytes: Buffer): boolean {
  const start = bytes.toString("latin1", 0, 1_024).replaceAll("\0", "");
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*<[?!a-zA-Z_]/.test(start);
}
