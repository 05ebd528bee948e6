import type { FileRef, LogoEntry } from "@/lib/brand-document";

/** The logo that stands for a brand where there is little room, and the background it is drawn for. */
export interface BrandMark {
  file: FileRef;
  background: "light" | "dark";
}

/** What suits a small square best, first. */
const ORDER: readonly LogoEntry["variant"][] = [
  "symbol",
  "favicon",
  "logo_positive",
  "logo_negative",
  "wordmark",
  "other",
];

/** The brand's most compact logo: a symbol before whole logos, one for light or any background before one for dark; null without a picture. */
export function pickBrandMark(items: readonly LogoEntry[]): BrandMark | null {
  const rank = ({ variant, background }: LogoEntry) => ORDER.indexOf(variant) * 2 + (background === "dark" ? 1 : 0);
  const pictures = items.filter(({ file }) => file.mime.startsWith("image/"));
  const [best] = pictures.toSorted((a, b) => rank(a) - rank(b));
  return best ? { file: best.file, background: best.background === "dark" ? "dark" : "light" } : null;
}
