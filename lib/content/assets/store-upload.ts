import { and, eq, isNull } from "drizzle-orm";
import { files } from "@/db/schema";
import { requirePermission, requireQuota } from "@/lib/access/server";
import { inTransaction } from "@/lib/platform/context";
import { newId } from "@/lib/platform/ids";
import { runJob } from "@/lib/platform/jobs/job-runner";
import type { Ctx } from "../context";
import type { FileRef } from "../document/file-ref";
import type { FontFacts } from "../typography/read-font";
import { storageKey } from "./storage/index";

export interface StoredUpload {
  file: FileRef;
  /** What was removed or changed on the way in, in sentences for people; empty when nothing was. */
  report: string[];
  /** What a font says of itself; null for what is none, and for one that cannot be read. */
  font: FontFacts | null;
}

/** The row of a brand's file of this content, made if there is none and room for it. */
async function takePlace(
  ctx: Ctx,
  values: Omit<typeof files.$inferInsert, "id" | "createdAt">,
): Promise<typeof files.$inferSelect> {
  const { brandId, sha256, bytes } = values;
  return inTransaction(ctx, async (tx) => {
    const same = and(eq(files.brandId, brandId), eq(files.sha256, sha256));
    // Begun anew, so that a file that was removed comes back; one whose bytes are being deleted now is waited for, and made again.
    const unused = { unusedSince: ctx.now, removedAt: null };
    const [found] = await tx.db.update(files).set(unused).where(same).returning();
    if (found) return found;
    await requireQuota(tx, { brandId, adding: { files: 1, storage: bytes } });
    const [made] = await tx.db
      .insert(files)
      .values({ ...values, ...unused, id: newId(), createdAt: ctx.now, lookAt: ctx.now })
      .onConflictDoUpdate({ target: [files.brandId, files.sha256], set: unused })
      .returning();
    if (!made) throw new Error("an upload was stored without its row");
    return made;
  });
}

/**
 * Stores an upload of a brand, checked and cleaned, and gives the file to name in a draft. The same content is stored once.
 * The row is there before the bytes are written, so that nothing is ever stored that no quota counts; what a crash in between leaves out,
 * the next upload of the same content writes.
 * @throws Forbidden for viewers
 * @throws UnsupportedFile when the content is not one of the storable types or breaks a limit
 * @throws QuotaExceeded when the brand has no room for another file
 */
export async function storeUpload(ctx: Ctx, input: { brandId: string; bytes: Buffer }): Promise<StoredUpload> {
  const { brandId } = input;
  const { userId } = await requirePermission(ctx, brandId, "edit");
  const inspected = await runJob(ctx, "inspectUpload", input.bytes);
  const { sha256, mime, width, height, report, font } = inspected;
  const bytes = inspected.bytes.length;
  const row = await takePlace(ctx, { brandId, sha256, mime, bytes, width, height, uploadedBy: userId });
  await ctx.storage.put(storageKey(brandId, sha256), inspected.bytes, mime);
  const file = { id: row.id, sha256, mime: row.mime, bytes: row.bytes, width: row.width, height: row.height };
  return { file, report, font };
}

/** The bytes and media type of a brand's stored file; null when the brand has none of this content. */
export async function readFile(
  { db, storage }: Ctx,
  { brandId, sha256 }: { brandId: string; sha256: string },
): Promise<{ bytes: Buffer; mime: string } | null> {
  const [row] = await db
    .select({ mime: files.mime })
    .from(files)
    .where(and(eq(files.brandId, brandId), eq(files.sha256, sha256), isNull(files.removedAt)));
  if (!row) return null;
  const bytes = await storage.read(storageKey(brandId, sha256));
  return bytes && { bytes, mime: row.mime };
}
