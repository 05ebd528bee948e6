import { type BrandDocument, type FileRef, type LogoEntry, readableInk, type Swatch } from "@/lib/content";
import { requireUser } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import { runJob } from "@/lib/platform/jobs/job-runner";
import type { Ctx } from "./context";

/** The logo that stands for a brand where there is little room, and the background it is drawn for. */
export interface BrandMark {
  file: FileRef;
  background: "light" | "dark";
}

/** What suits a small square best, first. */
const MARK_ORDER: readonly LogoEntry["variant"][] = [
  "symbol",
  "favicon",
  "logo_positive",
  "logo_negative",
  "wordmark",
  "other",
];

/** The brand's most compact logo: a symbol before whole logos, one for light or any background before one for dark; null without a picture. */
export function pickBrandMark(items: readonly LogoEntry[]): BrandMark | null {
  const rank = ({ variant, background }: LogoEntry) =>
    MARK_ORDER.indexOf(variant) * 2 + (background === "dark" ? 1 : 0);
  const pictures = items.filter(({ file }) => file.mime.startsWith("image/"));
  const [best] = pictures.toSorted((a, b) => rank(a) - rank(b));
  return best ? { file: best.file, background: best.background === "dark" ? "dark" : "light" } : null;
}

/** A logo to greet visitors with, and the colour of the background it stands on. */
export interface BrandCover {
  item: LogoEntry;
  backgroundHex: string;
}

/** What suits a large field best, first. */
const COVER_ORDER: readonly LogoEntry["variant"][] = ["logo_positive", "logo_negative", "wordmark", "symbol", "other"];

/**
 * The brand's fullest logo on the first background it is made for: the brand's own background colours, then white, then black. Null when no
 * logo but a favicon is there.
 */
export function pickCover({ logos, colors }: Pick<BrandDocument, "logos" | "colors">): BrandCover | null {
  const own = colors.palette.filter(({ role }) => role === "background").map(({ hex }) => hex);
  const items = logos.items
    .filter(({ variant }) => COVER_ORDER.includes(variant))
    .toSorted((a, b) => COVER_ORDER.indexOf(a.variant) - COVER_ORDER.indexOf(b.variant));
  for (const backgroundHex of [...own, "#ffffff", "#000000"]) {
    const made = readableInk(backgroundHex) === "#000000" ? "light" : "dark";
    const item = items.find(({ background }) => background === made || background === "any");
    if (item) return { item, backgroundHex };
  }
  return null;
}

/** A logo's colours, the one to grow a palette from first of all, and what cleaning the file takes out. */
export interface LogoFindings {
  hex: string;
  swatches: Swatch[];
  /** In sentences for people; empty when nothing was changed. */
  report: string[];
}

/** Reads a logo that a brand might begin with, and keeps nothing. @throws BadRequest when it is no picture, or one that uploads refuse */
export async function readLogo(ctx: Ctx, { bytes }: { bytes: Buffer }): Promise<LogoFindings> {
  requireUser(ctx);
  const inspected = await runJob(ctx, "inspectUpload", bytes);
  if (!inspected.mime.startsWith("image/")) throw new BadRequest("A logo is a PNG, JPEG, WebP or SVG.");
  return { ...(await runJob(ctx, "extractPaletteSeed", inspected.bytes)), report: inspected.report };
}
