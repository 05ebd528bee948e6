import type { FileRef } from "../../document/guidelines";

/** Format and pixels of the longer side. */
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

/** Smaller originals are shown as they are: a rendition saves nothing, and an SVG stays sharp. */
const SMALL_BYTES = 16_384;
const DENSITY = 2;

export const isPdf = ({ mime }: Pick<FileRef, "mime">): boolean => mime === "application/pdf";

/** PDFs show their first page. */
export const hasPicture = (file: Pick<FileRef, "mime">): boolean => file.mime.startsWith("image/") || isPdf(file);

export const isRendition = (text: string): text is Rendition => (RENDITIONS as readonly string[]).includes(text);

export function parseRendition(rendition: Rendition): { format: "webp" | "png"; px: number } {
  const [format = "", px] = rendition.split("-");
  return { format: format === "png" ? "png" : "webp", px: Number(px) };
}

/** The view to show at `px` CSS pixels: `<sha256>` or `<sha256>/<rendition>`. PDFs always need a rendition. */
export function thumbnailOf(file: Pick<FileRef, "sha256" | "mime" | "bytes">, px: number): string {
  const { sha256, bytes } = file;
  if (!hasPicture(file) || (bytes <= SMALL_BYTES && !isPdf(file))) return sha256;
  const thumbnails = RENDITIONS.filter((rendition) => parseRendition(rendition).format === "webp");
  const fitting = thumbnails.find((rendition) => parseRendition(rendition).px >= px * DENSITY);
  return `${sha256}/${fitting ?? thumbnails.at(-1)}`;
}

export function readView(view: string): { sha256: string; rendition?: Rendition } | null {
  const [sha256 = "", rendition, ...more] = view.split("/");
  if (!/^[0-9a-f]{64}$/.test(sha256) || more.length > 0) return null;
  if (rendition === undefined) return { sha256 };
  return isRendition(rendition) ? { sha256, rendition } : null;
}

/** URLs contain no quotes. Null until known. */
export type UrlOf = (view: string) => string | null;
