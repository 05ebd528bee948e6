import { and, eq, isNull } from "drizzle-orm";
import { files } from "@/db/schema";
import { requirePermission, requireQuota } from "@/lib/access/server";
import { inTransaction } from "@/lib/platform/context";
import { newId } from "@/lib/platform/ids";
import { runJob } from "@/lib/platform/jobs/job-pool";
import type { Ctx } from "../context";
import type { FileRef } from "../document/guidelines";
import type { FontFacts } from "../typography/read-font";
import { storageKey } from "./storage/file-storage";

export interface StoredUpload {
  file: FileRef;
  report: string[];
  font: FontFacts | null;
}

async function findOrCreateRow(
  ctx: Ctx,
  values: Omit<typeof files.$inferInsert, "id" | "createdAt">,
): Promise<typeof files.$inferSelect> {
  const { brandId, sha256, bytes } = values;
  return inTransaction(ctx, async (tx) => {
    const same = and(eq(files.brandId, brandId), eq(files.sha256, sha256));
    // Restores a removed file. If its bytes are being deleted, waits and then inserts it.
    const unused = { unusedSince: ctx.now, removedAt: null };
    const [existing] = await tx.db.update(files).set(unused).where(same).returning();
    if (existing) return existing;
    await requireQuota(tx, { brandId, adding: { files: 1, storage: bytes } });
    const [created] = await tx.db
      .insert(files)
      .values({ ...values, ...unused, id: newId(), createdAt: ctx.now, lookAt: ctx.now })
      .onConflictDoUpdate({ target: [files.brandId, files.sha256], set: unused })
      .returning();
    if (!created) throw new Error("an upload was stored without its row");
    return created;
  });
}

/**
 * Checks, cleans and stores an upload. The row precedes the bytes, so every stored byte counts towards the quota.
 * Uploading again repairs an interrupted write.
 * @throws Forbidden for viewers
 * @throws UnsupportedFile if the type is not storable or a limit is exceeded
 * @throws QuotaExceeded if the brand can't have another file
 */
export async function storeUpload(ctx: Ctx, input: { brandId: string; bytes: Buffer }): Promise<StoredUpload> {
  const { brandId } = input;
  const { userId } = await requirePermission(ctx, brandId, "edit");
  const inspected = await runJob(ctx, "inspectUpload", input.bytes);
  const { sha256, mime, width, height, report, font } = inspected;
  const bytes = inspected.bytes.length;
  const row = await findOrCreateRow(ctx, { brandId, sha256, mime, bytes, width, height, uploadedBy: userId });
  await ctx.storage.put(storageKey(brandId, sha256), inspected.bytes, mime);
  const file = { id: row.id, sha256, mime: row.mime, bytes: row.bytes, width: row.width, height: row.height };
  return { file, report, font };
}

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
