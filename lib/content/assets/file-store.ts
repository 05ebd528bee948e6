import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { files, hubSettings } from "@/db/schema";
import { requirePermission, requireQuota } from "@/lib/access/server";
import { atPresent, inTransaction, requireOperator } from "@/lib/platform/context";
import { newId } from "@/lib/platform/ids";
import { runJob } from "@/lib/platform/jobs/job-pool";
import { log } from "@/lib/platform/log";
import { withTimeout } from "@/lib/platform/timing";
import type { Ctx } from "../context";
import { type FileStorage, storageKey } from "./storage/file-storage";

type StoreCtx = Pick<Ctx, "db" | "now" | "storage">;

/** The store's own id is kept under the key of a file that can't exist. */
const MARK = `${storageKey("00000000-0000-0000-0000-000000000000", "0".repeat(64))}-mark-0`;
const ABANDONED_MS = 5 * 60_000;
const CHECKED_FILES = 5;
/** Below the readiness timeout. */
const ANSWER_WITHIN_MS = 500;

export const STORE_MISMATCH = "This process uses a different file store than the one that has the database's files.";
export const STORE_MISMATCH_FIX = "Set the same HUB_DATA_DIR, or S3_ENDPOINT and S3_BUCKET, on every process.";

const readMark = async (storage: FileStorage): Promise<string | null> =>
  (await storage.read(MARK))?.toString("latin1") ?? null;

const settingsOf = async ({ db }: StoreCtx) => (await db.select().from(hubSettings))[0];

/** False if the database's files are in another store. True while the store doesn't answer. Read-only. */
export async function isStoreOfDatabase(ctx: Pick<Ctx, "db" | "now" | "storage" | "actor">): Promise<boolean> {
  requireOperator(ctx);
  const known = (await settingsOf(ctx))?.fileStore;
  return !known || known === (await withTimeout(ANSWER_WITHIN_MS, readMark(ctx.storage)).catch(() => known));
}

/** Records this file store in the database and marks it. */
export async function adoptFileStore(ctx: Pick<Ctx, "db" | "now" | "storage">): Promise<void> {
  const { db, now, storage } = ctx;
  const known = (await settingsOf(ctx))?.fileStore ?? null;
  const mark = await readMark(storage);
  // `fileStoreSeenAt` stays null until the mark is written, so the next tick repeats an interrupted attempt.
  const values = { fileStore: mark ?? newId(), fileStoreSeenAt: mark === null ? null : now };
  const adopted = await db
    .insert(hubSettings)
    .values(values)
    .onConflictDoUpdate({
      target: hubSettings.only,
      set: values,
      setWhere: sql`${hubSettings.fileStore} is not distinct from ${known}`,
    })
    .returning({ only: hubSettings.only });
  // Processes that start at once mark the store only once.
  if (adopted.length === 0 || mark !== null) return;
  await storage.put(MARK, Buffer.from(values.fileStore), "text/plain");
  await db.update(hubSettings).set({ fileStoreSeenAt: now }).where(eq(hubSettings.fileStore, values.fileStore));
}

/** Some files may be lost, and one may still be uploading. */
async function hasNewestFiles({ db, storage }: StoreCtx): Promise<boolean> {
  const newest = await db
    .select({ brandId: files.brandId, sha256: files.sha256 })
    .from(files)
    .where(isNull(files.removedAt))
    .orderBy(desc(files.id))
    .limit(CHECKED_FILES);
  const read = await Promise.all(newest.map(({ brandId, sha256 }) => storage.read(storageKey(brandId, sha256))));
  return read.filter(Boolean).length * 2 >= newest.length;
}

const reported = new WeakSet<FileStorage>();

/**
 * Logs once if this process uses another store than the database. Adopts this store if the known one is abandoned and
 * this one has the files.
 */
export async function watchFileStore(ticking: Ctx): Promise<{ storesAdopted: number }> {
  requireOperator(ticking);
  const ctx = await atPresent(ticking);
  const { fileStore, fileStoreSeenAt } = (await settingsOf(ctx)) ?? {};
  const isOwn = await isStoreOfDatabase(ctx);
  const isAbandoned = !fileStoreSeenAt || ctx.now.getTime() - fileStoreSeenAt.getTime() > ABANDONED_MS;
  const isFree = !fileStore || (!isOwn && isAbandoned && (await hasNewestFiles(ctx)));
  if (isFree) await adoptFileStore(ctx);
  else if (isOwn) await ctx.db.update(hubSettings).set({ fileStoreSeenAt: ctx.now });
  else if (!reported.has(ctx.storage)) log.error(`${STORE_MISMATCH} ${STORE_MISMATCH_FIX}`);
  if (isOwn || isFree) reported.delete(ctx.storage);
  else reported.add(ctx.storage);
  return { storesAdopted: Number(isFree) };
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
export async function storeUpload(ctx: Ctx, input: { brandId: string; bytes: Buffer }) {
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
