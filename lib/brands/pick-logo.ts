import { type BrandDocument, type FileRef, type LogoEntry, readableInk } from "@/lib/content";
import { requireUser } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import { runJob } from "@/lib/platform/jobs/job-pool";
import type { Ctx } from "./context";

export interface BrandMark {
  file: FileRef;
  background: "light" | "dark";
}

/** Best for a small square first. */
const MARK_ORDER: readonly LogoEntry["variant"][] = [
  "symbol",
  "favicon",
  "logo_positive",
  "logo_negative",
  "wordmark",
  "other",
];

/** A symbol before whole logos, one for light or any backgrounds before one for dark. Null without a picture. */
export function pickBrandMark(items: readonly LogoEntry[]): BrandMark | null {
  const rank = ({ variant, background }: LogoEntry) =>
    MARK_ORDER.indexOf(variant) * 2 + (background === "dark" ? 1 : 0);
  const pictures = items.filter(({ file }) => file.mime.startsWith("image/"));
  const [best] = pictures.toSorted((a, b) => rank(a) - rank(b));
  return best ? { file: best.file, background: best.background === "dark" ? "dark" : "light" } : null;
}

export type BrandCover = NonNullable<ReturnType<typeof pickCover>>;

/** Best for a large area first. */
const COVER_ORDER: readonly LogoEntry["variant"][] = ["logo_positive", "logo_negative", "wordmark", "symbol", "other"];

/** The fullest logo on the brand's background colours, white or black. Null without any logo but a favicon. */
export function pickCover(brand: {
  logos: Pick<BrandDocument["logos"], "items">;
  colors: Pick<BrandDocument["colors"], "palette">;
}) {
  const { logos, colors } = brand;
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

/** The colours' first entry suits a palette's seed best. */
export type LogoFindings = Awaited<ReturnType<typeof readLogo>>;

/**
 * Stores nothing.
 * @throws BadRequest when it isn't a picture, or uploads refuse it
 */
export async function readLogo(ctx: Ctx, { bytes }: { bytes: Buffer }) {
  requireUser(ctx);
  const inspected = await runJob(ctx, "inspectUpload", bytes);
  if (!inspected.mime.startsWith("image/")) throw new BadRequest("A logo must be a PNG, JPEG, WebP or SVG.");
  // `report` says what cleaning removed, in sentences.
  return { ...(await runJob(ctx, "extractPaletteSeed", inspected.bytes)), report: inspected.report };
}
