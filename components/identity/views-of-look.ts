import { pickCover } from "@/lib/brands";
import { type BrandDocument, thumbnailOf } from "@/lib/content";

/** Longest side of the masthead logo, in CSS pixels. */
export const COVER_PX = 640;

export function viewsOfLook(document: Pick<BrandDocument, "logos" | "colors" | "typography">): string[] {
  const cover = pickCover(document);
  const fonts = document.typography?.fonts.flatMap(({ files }) => files.map(({ file }) => file.sha256)) ?? [];
  return [...(cover ? [thumbnailOf(cover.item.file, COVER_PX)] : []), ...fonts];
}
