import type { FileRef } from "@/lib/brand-document";

const TYPES: Record<string, string> = {
  "image/png": "PNG",
  "image/jpeg": "JPEG",
  "image/webp": "WebP",
  "image/svg+xml": "SVG",
  "font/woff2": "WOFF2 font",
  "application/pdf": "PDF",
};

/** A media type for people. */
export const typeText = (mime: string): string => TYPES[mime] ?? mime;

/** A number of bytes for people: "812 B", "4.2 KB", "1.3 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, "KB"] : [bytes / 1_000_000, "MB"];
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`;
}

/** Pixels of a picture for people; empty for what has none. */
export const pixelsText = ({ width, height }: Pick<FileRef, "width" | "height">): string =>
  width && height ? `${width} × ${height}` : "";

/** Type, pixels and size of a file in one line. */
export const fileFacts = (file: FileRef): string =>
  [typeText(file.mime), pixelsText(file), sizeText(file.bytes)].filter(Boolean).join(" · ");
