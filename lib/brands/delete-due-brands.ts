import { and, eq, isNull, lte, notInArray, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { brandDeletions, brands, files } from "@/db/schema";
import { deleteBrandEntries, recordAudit, recordLogDeletion } from "@/lib/access/server";
import { bookKey } from "@/lib/content/server";
import { asUser, inTransaction } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import type { Ctx } from "./context";

/** Rows per transaction. */
const BATCH = 500;
/** Some platforms allow one call a minute in total. No step starts after this time. */
const CALL_MS = 20_000;

/** Tables with many rows per brand. Others cascade from the brand's row. */
const LONG_TABLES = ["events", "child_context_deliveries", "usage_counters", "api_requests", "drafts"] as const;

type Brand = typeof brands.$inferSelect;
type Deletion = typeof brandDeletions.$inferSelect;

async function deleteSome({ db }: Ctx, { id }: Brand, table: (typeof LONG_TABLES)[number]): Promise<number> {
  const name = sql.identifier(table);
  const rows = await rowsOf(
    db,
    sql`delete from ${name} where ctid in (select ctid from ${name} where brand_id = ${id} limit ${BATCH}) returning 1`,
  );
  return rows.length;
}

/** Keeps the current version and those that another one restored: they go with the brand's row. */
async function deleteVersions({ db }: Ctx, { id, identityVersion }: Brand): Promise<number> {
  const rows = await rowsOf(
    db,
    sql`
    delete from brand_versions where brand_id = ${id} and version in (
      select v.version from brand_versions v
      where v.brand_id = ${id} and v.version <> ${identityVersion}
        and not exists (select 1 from brand_versions r where r.brand_id = v.brand_id and r.restored_from = v.version)
      limit ${BATCH})
    returning 1`,
  );
  return rows.length;
}

/** Marks files as removed. The clean-up of removed files deletes bytes, then rows. Returns how many rows remain. */
async function removeFiles({ db, now }: Ctx, { id }: Brand): Promise<number> {
  await db
    .update(files)
    .set({ removedAt: now, lookAt: now })
    .where(and(eq(files.brandId, id), isNull(files.removedAt)));
  return db.$count(files, eq(files.brandId, id));
}

async function deleteRow(tx: Ctx, { id, slug }: Brand, { askedBy, askedAt }: Deletion): Promise<void> {
  await tx.db.delete(brands).where(eq(brands.id, id));
  const target = { kind: "brand", id, label: slug };
  const diff: Record<string, [unknown, unknown]> = { asked: [null, askedAt.toISOString()] };
  await recordAudit(askedBy ? asUser(tx, askedBy) : tx, { brandId: null, action: "brand.deleted", target, diff });
}

/** "more" for another step at once, "wait" while the file clean-up runs, "gone" at the end. */
async function step(tx: Ctx, brandId: string): Promise<"more" | "wait" | "gone"> {
  const [brand] = await tx.db.select().from(brands).where(eq(brands.id, brandId)).for("update", { skipLocked: true });
  const due = and(eq(brandDeletions.brandId, brandId), lte(brandDeletions.dueAt, tx.now));
  const [deletion] = await tx.db.select().from(brandDeletions).where(due);
  if (!brand || !deletion) return "wait";
  await tx.db.execute(sql`select set_config('hub.brand_deletion', ${brandId}, true)`);
  if (!(await recordLogDeletion(tx, { brandId, askedBy: deletion.askedBy }))) return "wait";
  let deleted = 0;
  for (const table of LONG_TABLES) deleted += await deleteSome(tx, brand, table);
  deleted += await deleteVersions(tx, brand);
  deleted += await deleteBrandEntries(tx, { brandId, atMost: BATCH });
  const kept = await removeFiles(tx, brand);
  if (deleted > 0) return "more";
  if (kept > 0) return "wait";
  await tx.db.execute(sql`select set_config('hub.audit_change', 'retention', true)`);
  await deleteRow(tx, brand, deletion);
  await tx.db.execute(sql`select set_config('hub.audit_change', '', true)`);
  return "gone";
}

/** A brand that fails doesn't stop the others. */
async function tryStep(ctx: Ctx, brandId: string): Promise<boolean> {
  try {
    await ctx.storage.delete(bookKey(brandId));
    return (await inTransaction(ctx, (tx) => step(tx, brandId))) === "more";
  } catch (err) {
    log.error({ err, brandId }, "a brand could not be deleted");
    return false;
  }
}

/** Deletes brands after their waiting time, in small steps that each commit. Ticks may overlap. */
export async function deleteDueBrands(ctx: Ctx): Promise<{ steps: number }> {
  let steps = 0;
  const now = await ctx.clock(ctx.db);
  const acting: Ctx = { ...ctx, now, actor: { kind: "system", name: "Brand Identity Hub" } };
  const inTime = async () => (await ctx.clock(ctx.db)).getTime() < now.getTime() + CALL_MS;
  const done: string[] = [];
  while (await inTime()) {
    const [next] = await ctx.db
      .select({ id: brandDeletions.brandId })
      .from(brandDeletions)
      .where(
        and(lte(brandDeletions.dueAt, now), done.length > 0 ? notInArray(brandDeletions.brandId, done) : undefined),
      )
      .orderBy(brandDeletions.dueAt)
      .limit(1);
    if (!next) break;
    steps += 1;
    if (!(await tryStep(acting, next.id))) done.push(next.id);
  }
  return { steps };
}
