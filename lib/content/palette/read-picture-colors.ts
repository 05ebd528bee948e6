import { requirePermission } from "@/lib/access/server";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { runJob } from "@/lib/platform/jobs/run-job";
import { readFile } from "../assets/read-file";
import type { Ctx } from "../context";
import type { Swatch } from "./extract-palette-seed";

/** A picture to take colours from: a new one, which is not stored, or one of the brand's stored files. */
export type PictureSource = { bytes: Buffer } | { sha256: string };

/**
 * Gives the colours of a picture to grow a brand's palette from: the dominant one, and its swatches by size. Stores nothing.
 * @throws Forbidden for viewers
 * @throws BadRequest when it is no picture, or one that uploads refuse
 * @throws NotFound when the brand has no such file
 */
export async function readPictureColors(
  ctx: Ctx,
  { brandId, source }: { brandId: string; source: PictureSource },
): Promise<{ hex: string; swatches: Swatch[] }> {
  await requirePermission(ctx, brandId, "edit");
  const picture =
    "bytes" in source
      ? await runJob(ctx, "inspectUpload", source.bytes)
      : await readFile(ctx, { brandId, sha256: source.sha256 });
  if (!picture) throw new NotFound("This file is no longer stored. Upload it again.");
  if (!picture.mime.startsWith("image/")) throw new BadRequest("Colours can be taken from pictures only.");
  return runJob(ctx, "extractPaletteSeed", picture.bytes);
}
