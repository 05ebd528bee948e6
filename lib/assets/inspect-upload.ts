import { createHash } from "node:crypto";
import { sizeLimitText } from "@/lib/kernel/size-limit-text";
import type { FontFacts } from "@/lib/typography";
import { readFont } from "@/lib/typography/server";
import { UnsupportedFile } from "./errors";
import { checkPdf, checkWoff2 } from "./inspect/check-kept-file";
import { type DetectedType, detectType, type StorableType } from "./inspect/detect-type";
import { MAX_READ_FONT_BYTES, MAX_UPLOAD_BYTES } from "./inspect/limits";
import { reencodePicture } from "./inspect/reencode-picture";
import { unpacksAsItSays } from "./inspect/woff2-blocks";
import { sanitiseSvg } from "./svg/sanitise-svg";

/** A file that is safe to store and serve. */
export type InspectedFile = {
  /** What is stored: cleaned or re-encoded, not the upload. */
  bytes: Buffer;
  mime: StorableType;
  /** Pixels; null for fonts and documents. */
  width: number | null;
  height: number | null;
  /** Lowercase hex, of `bytes`. */
  sha256: string;
  /** What was removed or changed, in sentences for people; empty if nothing was. */
  report: string[];
  /** What a font says of itself; null for what is none, and for one that cannot be read. */
  font: FontFacts | null;
};

type Cleaned = Pick<InspectedFile, "bytes" | "width" | "height" | "report"> & { font?: FontFacts | null };

/**
 * Gives a file that is what its bytes say and nothing else, or throws `UnsupportedFile`. The type is told by magic bytes;
 * pictures are decoded and written anew, SVG is rebuilt from an allow-list, fonts and PDFs are checked and kept as they
 * are. The same upload always gives the same bytes.
 */
export async function inspectUpload(bytes: Buffer): Promise<InspectedFile> {
  if (bytes.length === 0) throw new UnsupportedFile("file_invalid", "This file is empty.");
  if (bytes.length > MAX_UPLOAD_BYTES)
    throw new UnsupportedFile("file_size", `This file is over ${sizeLimitText(MAX_UPLOAD_BYTES)}.`);
  const type = await detectType(bytes);
  const cleaned = await clean(bytes, type);
  return { font: null, ...cleaned, mime: type.mime, sha256: createHash("sha256").update(cleaned.bytes).digest("hex") };
}

async function clean(bytes: Buffer, { mime, animated }: DetectedType): Promise<Cleaned> {
  switch (mime) {
    case "image/svg+xml":
      return sanitiseSvg(bytes);
    case "font/woff2":
      checkWoff2(bytes);
      return { bytes, width: null, height: null, report: [], font: await readBounded(bytes) };
    case "application/pdf":
      checkPdf(bytes);
      return { bytes, width: null, height: null, report: [] };
    default:
      return reencodePicture(bytes, mime, animated);
  }
}

/** Whatever a font is that unpacks to something else than it says, or to very much, it is kept as before and not read. */
const readBounded = async (bytes: Buffer): Promise<FontFacts | null> =>
  unpacksAsItSays(bytes, MAX_READ_FONT_BYTES) ? readFont(bytes) : null;
