import { createHash } from "node:crypto";
import { UnsupportedFile } from "@/lib/platform/errors";
import { sizeLimitText } from "@/lib/platform/text";
import { type FontFacts, readFont } from "../typography/read-font";
import { type DetectedType, detectType, type StorableType } from "./inspect/detect-type";
import { MAX_READ_FONT_BYTES, MAX_UPLOAD_BYTES } from "./inspect/limits";
import { reencodePicture } from "./inspect/reencode-picture";
import { unpacksAsDeclared } from "./inspect/woff2-blocks";
import { sanitiseSvg } from "./svg/sanitise-svg";

const HEADER_BYTES = 48;
const FLAVORS = new Set([0x00010000, 0x4f54544f, 0x74727565, 0x74746366]);
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;

/**
 * Checks length, flavor, table count and blocks (WOFF2, section 4.1). The browser's font sanitiser checks the tables.
 */
function checkWoff2(bytes: Buffer): void {
  if (bytes.length < HEADER_BYTES) throw broken("is cut off");
  const flavor = bytes.readUInt32BE(4);
  const length = bytes.readUInt32BE(8);
  const tables = bytes.readUInt16BE(12);
  const reserved = bytes.readUInt16BE(14);
  const unpackedBytes = bytes.readUInt32BE(16);
  const packedBytes = bytes.readUInt32BE(20);
  if (!FLAVORS.has(flavor)) throw broken("has neither TrueType nor OpenType outlines");
  if (length !== bytes.length) throw broken("has the wrong length in its header");
  if (tables === 0 || reserved !== 0) throw broken("has a damaged header");
  if (packedBytes === 0 || packedBytes > length - HEADER_BYTES) throw broken("has a damaged header");
  if (unpackedBytes > MAX_UNPACKED_BYTES) throw broken("unpacks to over 64 MB");
  const metadata = { offset: bytes.readUInt32BE(28), length: bytes.readUInt32BE(32) };
  const privateData = { offset: bytes.readUInt32BE(40), length: bytes.readUInt32BE(44) };
  for (const block of [metadata, privateData]) {
    if (block.offset + block.length > length) throw broken("has a damaged header");
  }
}

function broken(what: string): UnsupportedFile {
  return new UnsupportedFile("file_invalid", `This WOFF2 font ${what}. Export it again.`);
}

/** Checks version and end marker (ISO 32000-1, 7.5). The content is served sandboxed. */
function checkPdf(bytes: Buffer): void {
  const start = bytes.toString("latin1", 0, 16);
  const end = bytes.toString("latin1", Math.max(0, bytes.length - 1_024));
  if (!/^%PDF-(?:1\.[0-7]|2\.0)[\s%]/.test(start)) {
    throw new UnsupportedFile("file_invalid", "This PDF doesn't state its PDF version. Export it again.");
  }
  if (!/startxref\s+\d+\s+%%EOF\s*$/.test(end)) {
    throw new UnsupportedFile("file_invalid", "This PDF is cut off or has data after its end. Export it again.");
  }
}

export type InspectedFile = {
  /** Cleaned or re-encoded. */
  bytes: Buffer;
  mime: StorableType;
  width: number | null;
  height: number | null;
  /** Lowercase hex, of `bytes`. */
  sha256: string;
  /** One sentence for people per change. */
  report: string[];
  /** Null for other types and unreadable fonts. */
  font: FontFacts | null;
};

type Cleaned = Pick<InspectedFile, "bytes" | "width" | "height" | "report"> & { font?: FontFacts | null };

/**
 * Detects the type by magic bytes and cleans the file. Pictures are re-encoded, SVGs rebuilt, fonts and PDFs checked.
 * The same upload always gives the same bytes.
 * @throws UnsupportedFile
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

/** A font that unpacks to another size than declared, or to over 32 MB, is not parsed. */
const readBounded = async (bytes: Buffer): Promise<FontFacts | null> =>
  unpacksAsDeclared(bytes, MAX_READ_FONT_BYTES) ? readFont(bytes) : null;
