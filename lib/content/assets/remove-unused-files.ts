import { and, eq, gt, inArray, isNotNull, isNull, lte, notExists, notInArray, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { brands, files, hubSettings } from "@/db/schema";
import { recordAudit } from "@/lib/access/server";
import { inTransaction } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import type { Ctx } from "../context";
import { hasPicture, RENDITIONS } from "./renditions/renditions";
import { renditionKey, storageKey } from "./storage/index";

const TRY_AGAIN_MS = 60 * 60_000;

/**
 * Deletes the bytes of a removed file with what was made of it, then its row; tells whether there was one to try. The row's lock alone is held, so that an upload of
 * this content waits until the bytes are gone and writes them again, and nobody else waits. None while a backup may still copy them. What a store refuses is tried again in an hour.
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
    log.error({ err, brandId: file.brandId, sha256: file.sha256 }, "the bytes of a removed file could not be deleted");
    const lookAt = new Date(now.getTime() + TRY_AGAIN_MS);
    await db.update(files).set({ lookAt }).where(own);
    return true;
  }
  await db.delete(files).where(own);
  return true;
}

const DAY_MS = 24 * 60 * 60_000;
/** How long a file stays that no version and no draft shows. */
const UNUSED_MS = 30 * DAY_MS;
const LOOK_AGAIN_MS = DAY_MS;
/** How long a brand is left alone whose files could not be looked at. */
const FAILED_MS = 60 * 60_000;
/** Files looked at in one transaction. */
const BATCH = 50;
/** When a call begins nothing more, since some platforms give it a minute in all. */
const CALL_MS = 20_000;

type StoredFile = typeof files.$inferSelect;

const later = (now: Date, ms: number) => new Date(now.getTime() + ms);

/** Which of the contents the brand's documents in a table name. */
async function shownIn(
  { db }: Ctx,
  { brandId, documents }: { brandId: string; documents: "brand_versions" | "drafts" },
  looked: readonly StoredFile[],
): Promise<Set<string>> {
  if (looked.length === 0) return new Set();
  const document = documents === "drafts" ? sql`document` : sql`snapshot`;
  const sha256s = sql.param(looked.map(({ sha256 }) => sha256));
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

/** Removes files from sight, with an entry of the log; the bytes go after the commit, since a store may take its time. */
async function remove(tx: Ctx, brandId: string, removed: readonly StoredFile[]): Promise<void> {
  if (removed.length === 0) return;
  await change(tx, removed, { removedAt: tx.now, lookAt: tx.now });
  const count = removed.length === 1 ? "1 file" : `${removed.length} files`;
  const label = `${count} that nothing had shown for 30 days`;
  const bytes = removed.reduce((sum, file) => sum + file.bytes, 0);
  const target = { kind: "files", id: brandId, label };
  await recordAudit(tx, { brandId, action: "files.removed", target, diff: { bytes: [bytes, 0] } });
}

const due = ({ now }: Ctx) => and(lte(files.lookAt, now), isNull(files.removedAt));

/** The brand whose files have been due for longest, but of those left out. */
async function nextBrand(ctx: Ctx, leftOut: readonly string[]): Promise<string | null> {
  const [next] = await ctx.db
    .select({ brandId: files.brandId })
    .from(files)
    .where(and(due(ctx), leftOut.length > 0 ? notInArray(files.brandId, [...leftOut]) : undefined))
    .orderBy(files.lookAt)
    .limit(1);
  return next?.brandId ?? null;
}

/** Looks at files of a brand that are due, and tells whether there may be more. */
async function lookAtBrand(tx: Ctx, brandId: string): Promise<boolean> {
  const { db, now } = tx;
  // Below what the hub itself waits for an answer, by whichever driver.
  await db.execute(sql`set local statement_timeout = '4s'`);
  // The brand before its files, as everybody who adds to it; one that somebody is at now is looked at the next time.
  const free = await db
    .select({ id: brands.id })
    .from(brands)
    .where(eq(brands.id, brandId))
    .for("no key update", { skipLocked: true });
  if (free.length === 0) return false;
  const looked = await db
    .select()
    .from(files)
    .where(and(due(tx), eq(files.brandId, brandId)))
    .orderBy(files.lookAt)
    .limit(BATCH)
    .for("update", { skipLocked: true });

  const drafted = await shownIn(tx, { brandId, documents: "drafts" }, looked);
  const idle = looked.filter(({ sha256 }) => !drafted.has(sha256));
  const old = idle.filter(({ unusedSince }) => unusedSince !== null && unusedSince <= later(now, -UNUSED_MS));
  const published = await shownIn(tx, { brandId, documents: "brand_versions" }, old);

  const lookAt = later(now, LOOK_AGAIN_MS);
  await change(
    tx,
    looked.filter(({ sha256 }) => drafted.has(sha256)),
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
  return looked.length === BATCH;
}

/** Looks at a brand and lets no failure of one, such as a scan that takes too long, hold up the others: it comes again in an hour. */
async function tryBrand(ctx: Ctx, brandId: string): Promise<boolean> {
  try {
    return await inTransaction(ctx, (tx) => lookAtBrand(tx, brandId));
  } catch (err) {
    log.error({ err, brandId }, "the unused files of a brand could not be looked for");
    await ctx.db
      .update(files)
      .set({ lookAt: later(ctx.now, FAILED_MS) })
      .where(and(due(ctx), eq(files.brandId, brandId)));
    return false;
  }
}

/**
 * Removes files that no version and no draft of their brand has shown for 30 days, archived brands' too, and then the bytes of what was
 * removed; a part of them at each call. For the hub itself. Ticks may overlap, on any number of machines.
 *
 * A file is looked at once a day until a version shows it, which is for ever. Whoever names or uploads it meanwhile starts the 30 days anew
 * (`unused_since`), so nothing goes that somebody has just begun to use. A removed file can be named no more; an upload of its content takes
 * it back, or makes it again once its bytes are gone.
 */
export async function removeUnusedFiles(ctx: Ctx): Promise<{ files: number }> {
  const now = await ctx.clock(ctx.db);
  const acting: Ctx = { ...ctx, now, actor: { kind: "system", name: "Brand Identity Hub" } };
  const inTime = async () => (await ctx.clock(ctx.db)) < later(now, CALL_MS);
  const done: string[] = [];
  while (await inTime()) {
    const brandId = await nextBrand(acting, done);
    if (!brandId) break;
    if (!(await tryBrand(acting, brandId))) done.push(brandId);
  }
  let removed = 0;
  while ((await inTime()) && (await inTransaction(acting, deleteRemovedFile))) removed += 1;
  return { files: removed };
}
