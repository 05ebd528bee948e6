import { inspectUpload } from "@/lib/assets/server";
import { BadRequest } from "@/lib/kernel/errors";
import type { Swatch } from "@/lib/palette";
import { extractPaletteSeed } from "@/lib/palette/server";

/** A logo's colours, the one to grow a palette from first of all, and what cleaning the file takes out. */
export interface LogoFindings {
  hex: string;
  swatches: Swatch[];
  /** In sentences for people; empty when nothing was changed. */
  report: string[];
}

/** Reads a logo that a brand might begin with, and keeps nothing. @throws BadRequest when it is no picture, or one that uploads refuse */
export async function readLogo(bytes: Buffer): Promise<LogoFindings> {
  const inspected = await inspectUpload(bytes);
  if (!inspected.mime.startsWith("image/")) throw new BadRequest("A logo is a PNG, JPEG, WebP or SVG.");
  return { ...(await extractPaletteSeed(inspected.bytes)), report: inspected.report };
}
