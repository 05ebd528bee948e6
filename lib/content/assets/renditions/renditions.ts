import type { FileRef } from "../../document/file-ref";

/** The renditions that a stored picture or PDF has, each by its format and the pixels of its longer side. */
export const RENDITIONS = [
  "webp-64",
  "webp-160",
  "webp-320",
  "webp-640",
  "webp-1280",
  "png-256",
  "png-512",
  "png-1024",
  "png-2048",
] as const;
export type Rendition = (typeof RENDITIONS)[number];

/** Up to so many bytes a picture is shown as it is stored: a rendition would save nothing, and an SVG stays sharp. */
const SMALL_BYTES = 16_384;
/** Pixels of a screen to one of a page. */
const DENSITY = 2;

export const isPdf = ({ mime }: Pick<FileRef, "mime">): boolean => mime === "application/pdf";

/** Whether a stored file has looks: it is a picture, or a PDF, which shows its first page. */
export const hasPicture = (file: Pick<FileRef, "mime">): boolean => file.mime.startsWith("image/") || isPdf(file);

export const isRendition = (text: string): text is Rendition => (RENDITIONS as readonly string[]).includes(text);

/** Format and pixels of a rendition: `webp-320` is a WebP of at most 320 by 320. */
export function measuresOf(rendition: Rendition): { format: "webp" | "png"; px: number } {
  const [format = "", px] = rendition.split("-");
  return { format: format === "png" ? "png" : "webp", px: Number(px) };
}

/**
 * What to show of a picture in a field of so many CSS pixels, as `signFiles` takes it: its SHA-256, for the file itself, or that with a
 * rendition behind a slash. Small pictures are shown as they are stored, and so is what has no picture; PDFs never are.
 */
export function thumbnailOf(file: Pick<FileRef, "sha256" | "mime" | "bytes">, px: number): string {
  const { sha256, bytes } = file;
  if (!hasPicture(file) || (bytes <= SMALL_BYTES && !isPdf(file))) return sha256;
  const thumbnails = RENDITIONS.filter((rendition) => measuresOf(rendition).format === "webp");
  const fitting = thumbnails.find((rendition) => measuresOf(rendition).px >= px * DENSITY);
  return `${sha256}/${fitting ?? thumbnails.at(-1)}`;
}

/** The rendition that `thumbnailOf` names, or undefined for the file itself; null for what it never gives. */
export function readView(view: string): { sha256: string; rendition?: Rendition } | null {
  const [sha256 = "", rendition, ...more] = view.split("/");
  if (!/^[0-9a-f]{64}$/.test(sha256) || more.length > 0) return null;
  if (rendition === undefined) return { sha256 };
  return isRendition(rendition) ? { sha256, rendition } : null;
}

/** Where the bytes of a file, or of a rendition, can be read now: a URL, which holds no quotes; null while it is not known. */
export type UrlOf = (view: string) => string | null;
