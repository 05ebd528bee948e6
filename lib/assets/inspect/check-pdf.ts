import { UnsupportedFile } from "../errors";

/**
 * Throws `UnsupportedFile` unless the file is framed as a PDF: a known version in front, the end marker at the end
 * (ISO 32000-1, 7.5). The inside is stored as it is; it is served sandboxed.
 */
export function checkPdf(bytes: Buffer): void {
  const start = bytes.toString("latin1", 0, 16);
  const end = bytes.toString("latin1", Math.max(0, bytes.length - 1_024));
  if (!/^%PDF-(?:1\.[0-7]|2\.0)[\s%]/.test(start)) {
    throw new UnsupportedFile("file_invalid", "This PDF does not say which version of PDF it is. Export it again.");
  }
  if (!/startxref\s+\d+\s+%%EOF\s*$/.test(end)) {
    throw new UnsupportedFile("file_invalid", "This PDF is cut off, or something follows its end. Export it again.");
  }
}
