import { pickCover } from "@/lib/brands";
import { type BrandDocument, thumbnailOf } from "@/lib/content";

/** CSS pixels of the longest side of the logo that greets. */
export const COVER_PX = 640;

/** The files that a document is shown with: those of its typefaces, and its logo. */
export function viewsOfLook(document: Pick<BrandDocument, "logos" | "colors" | "typography">): string[] {
  const cover = pickCover(document);
  const fonts = document.typography?.fonts.flatMap(({ files }) => files.map(({ file }) => file.sha256)) ?? [];
  return [...(cover ? [thumbnailOf(cover.item.file, COVER_PX)] : []), ...fonts];
}
