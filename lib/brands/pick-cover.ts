import type { BrandDocument, LogoEntry } from "@/lib/brand-document";
import { readableInk } from "@/lib/palette";

/** A logo to greet visitors with, and the colour of the background it stands on. */
export interface BrandCover {
  item: LogoEntry;
  backgroundHex: string;
}

/** What suits a large field best, first. */
const ORDER: readonly LogoEntry["variant"][] = ["logo_positive", "logo_negative", "wordmark", "symbol", "other"];

/**
 * The brand's fullest logo on the first background it is made for: the brand's own background colours, then white, then black. Null when no
 * logo but a favicon is there.
 */
export function pickCover({ logos, colors }: Pick<BrandDocument, "logos" | "colors">): BrandCover | null {
  const own = colors.palette.filter(({ role }) => role === "background").map(({ hex }) => hex);
  const items = logos.items
    .filter(({ variant }) => ORDER.includes(variant))
    .toSorted((a, b) => ORDER.indexOf(a.variant) - ORDER.indexOf(b.variant));
  for (const backgroundHex of [...own, "#ffffff", "#000000"]) {
    const made = readableInk(backgroundHex) === "#000000" ? "light" : "dark";
    const item = items.find(({ background }) => background === made || background === "any");
    if (item) return { item, backgroundHex };
  }
  return null;
}
