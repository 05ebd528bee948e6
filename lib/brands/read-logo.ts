import type { Swatch } from "@/lib/content";
import { requireUser } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import { runJob } from "@/lib/platform/jobs/run-job";
import type { Ctx } from "./context";

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
