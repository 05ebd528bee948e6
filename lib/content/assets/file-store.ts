import { desc, eq, isNull, sql } from "drizzle-orm";
import { files, hubSettings } from "@/db/schema";
import { atPresent, requireOperator } from "@/lib/platform/context";
import { newId } from "@/lib/platform/ids";
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
