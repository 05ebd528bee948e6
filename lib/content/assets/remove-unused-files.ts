import { and, eq, gt, inArray, isNotNull, isNull, lte, notExists, notInArray, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { brands, files, hubSettings } from "@/db/schema";
import { recordAudit } from "@/lib/access/server";
import { inTransaction } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import { counted } from "@/lib/platform/text";
import type { Ctx } from "../context";
import { hasPicture, RENDITIONS } from "./renditions/renditions";
import { renditionKey, storageKey } from "./storage/file-storage";

const RETRY_MS = 60 * 60_000;

/**
 * Deletes a removed file's bytes, then its row. False if none is due. Waits while a backup may copy them. Locks only
 * the row, so an upload of the same content waits and writes the bytes again. Retries store errors in an hour.
 */
async function deleteRemovedFile({ db, now, storage }: Ctx): Promise<boolean> {
  const keptForBackup = db.select().from(hubSettings).where(gt(hubSettings.filesKeptUntil, now));
  const [file] = await db
    .select()
    .from(files)
    .where(and(isNotNull(files.removedAt), lte(files.lookAt, now), notExists(keptForBackup)))
    .orderBy(files.lookAt)
    .limit(1)
    .for("update", { skipLocked: true });
  if (!file) return false;
  const own = eq(files.id, file.id);
  try {
    const renditions = hasPicture(file) ? RENDITIONS : [];
    const made = renditions.map((rendition) => renditionKey(file.brandId, file.sha256, rendition));
    await Promise.all([storageKey(file.brandId, file.sha256), ...made].map((key) => storage.delete(key)));
  } catch (err) {
    log.error({ err, brandId: file.brandId, sha256: file.sha256 }, "deleting a removed file failed");
    const lookAt = new Date(now.getTime() + RETRY_MS);
    await db.update(files).set({ lookAt }).where(own);
    return true;
  }
  await db.delete(files).where(own);
  return true;
}

const DAY_MS = 24 * 60 * 60_000;
const UNUSED_MS = 30 * DAY_MS;
const CHECK_INTERVAL_MS = DAY_MS;
const BRAND_RETRY_MS = 60 * 60_000;
const BATCH = 50;
/** Some platforms give a call one minute in all. No work starts after this. */
const CALL_MS = 20_000;

type StoredFile = typeof files.$inferSelect;

const later = (now: Date, ms: number) => new Date(now.getTime() + ms);

async function usedIn(
  { db }: Ctx,
  { brandId, documents }: { brandId: string; documents: "brand_versions" | "drafts" },
  checked: readonly StoredFile[],
): Promise<Set<string>> {
  if (checked.length === 0) return new Set();
  const document = documents === "drafts" ? sql`document` : sql`snapshot`;
  const sha256s = sql.param(checked.map(({ sha256 }) => sha256));
  const rows = await rowsOf<{ sha256: string }>(
    db,
    sql`
    select distinct named.sha256 #>> '{}' as sha256
    from ${sql.identifier(documents)}, lateral (
      select jsonb_path_query(${document}, '$.logos.items[*].file.sha256')
      union all select jsonb_path_query(${document}, '$.assets[*].file.sha256')
      union all select jsonb_path_query(${document}, '$.typography.fonts[*].files[*].file.sha256')
    ) as named(sha256)
    where brand_id = ${brandId} and named.sha256 #>> '{}' = any(${sha256s}::text[])`,
  );
  return new Set(rows.map(({ sha256 }) => sha256));
}

async function change({ db }: Ctx, changed: readonly StoredFile[], to: Partial<StoredFile>): Promise<void> {
  if (changed.length === 0) return;
  const ids = changed.map(({ id }) => id);
  await db.update(files).set(to).where(inArray(files.id, ids));
}

/** Bytes are deleted after the commit, since a store may be slow. */
async function remove(tx: Ctx, brandId: string, removed: readonly StoredFile[]): Promise<void> {
  if (removed.length === 0) return;
  await change(tx, removed, { removedAt: tx.now, lookAt: tx.now });
  const count = counted(removed.length, "file");
  const label = `${count} unused for 30 days`;
  const bytes = removed.reduce((sum, file) => sum + file.bytes, 0);
  const target = { kind: "files", id: brandId, label };
  await recordAudit(tx, { brandId, action: "files.removed", target, diff: { bytes: [bytes, 0] } });
}

const due = ({ now }: Ctx) => and(lte(files.lookAt, now), isNull(files.removedAt));

async function nextBrand(ctx: Ctx, excluded: readonly string[]): Promise<string | null> {
  const [next] = await ctx.db
    .select({ brandId: files.brandId })
    .from(files)
    .where(and(due(ctx), excluded.length > 0 ? notInArray(files.brandId, [...excluded]) : undefined))
    .orderBy(files.lookAt)
    .limit(1);
  return next?.brandId ?? null;
}

async function checkBrand(tx: Ctx, brandId: string): Promise<boolean> {
  const { db, now } = tx;
  // Shorter than the hub's own query timeout.
  await db.execute(sql`set local statement_timeout = '4s'`);
  // The brand before its files, as in uploads. Skips a locked brand until the next tick.
  const free = await db
    .select({ id: brands.id })
    .from(brands)
    .where(eq(brands.id, brandId))
    .for("no key update", { skipLocked: true });
  if (free.length === 0) return false;
  const checked = await db
    .select()
    .from(files)
    .where(and(due(tx), eq(files.brandId, brandId)))
    .orderBy(files.lookAt)
    .limit(BATCH)
    .for("update", { skipLocked: true });

  const drafted = await usedIn(tx, { brandId, documents: "drafts" }, checked);
  const idle = checked.filter(({ sha256 }) => !drafted.has(sha256));
  const old = idle.filter(({ unusedSince }) => unusedSince !== null && unusedSince <= later(now, -UNUSED_MS));
  const published = await usedIn(tx, { brandId, documents: "brand_versions" }, old);

  const lookAt = later(now, CHECK_INTERVAL_MS);
  await change(
    tx,
    checked.filter(({ sha256 }) => drafted.has(sha256)),
    { unusedSince: null, lookAt },
  );
  await change(
    tx,
    idle.filter(({ unusedSince }) => unusedSince === null),
    { unusedSince: now, lookAt },
  );
  await change(
    tx,
    idle.filter((file) => file.unusedSince !== null && !old.includes(file)),
    { lookAt },
  );
  await change(
    tx,
    old.filter(({ sha256 }) => published.has(sha256)),
    { unusedSince: null, lookAt: null },
  );
  await remove(
    tx,
    brandId,
    old.filter(({ sha256 }) => !published.has(sha256)),
  );
  return checked.length === BATCH;
}

/** One brand's failure, such as a slow scan, must not delay the others. Retries in an hour. */
async function checkBrandSafely(ctx: Ctx, brandId: string): Promise<boolean> {
  try {
    return await inTransaction(ctx, (tx) => checkBrand(tx, brandId));
  } catch (err) {
    log.error({ err, brandId }, "checking a brand for unused files failed");
    await ctx.db
      .update(files)
      .set({ lookAt: later(ctx.now, BRAND_RETRY_MS) })
      .where(and(due(ctx), eq(files.brandId, brandId)));
    return false;
  }
}

/**
 * Removes files that no draft or version has used for 30 days, then their bytes. Each call does a part. Ticks may
 * overlap.
 *
 * A file is checked daily until a version uses it, then never again. Using or uploading it restarts the 30 days
 * (`unused_since`). Drafts can't use a removed file. Uploading its content restores it.
 */
export async function removeUnusedFiles(ctx: Ctx): Promise<{ files: number }> {
  const now = await ctx.clock(ctx.db);
  const acting: Ctx = { ...ctx, now, actor: { kind: "system", name: "Brand Identity Hub" } };
  const hasTimeLeft = async () => (await ctx.clock(ctx.db)) < later(now, CALL_MS);
  const done: string[] = [];
  while (await hasTimeLeft()) {
    const brandId = await nextBrand(acting, done);
    if (!brandId) break;
    if (!(await checkBrandSafely(acting, brandId))) done.push(brandId);
  }
  let removed = 0;
  while ((await hasTimeLeft()) && (await inTransaction(acting, deleteRemovedFile))) removed += 1;
  return { files: removed };
}
