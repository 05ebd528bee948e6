import { and, eq, isNull, lte, notInArray, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { brandDeletions, brands, files } from "@/db/schema";
import { deleteBrandEntries, recordAudit, recordLogDeletion } from "@/lib/access/server";
import { inTransaction } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import type { Ctx } from "./context";

/** Rows of one table that go in one transaction. */
const BATCH = 500;
/** When a call begins nothing more, since some platforms give it a minute in all. */
const CALL_MS = 20_000;

/** Where a brand has rows without end; what else it has goes with its own row. */
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

/** Versions but the present one and those that another brought back: these go with the brand's row. */
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

/** Takes the files from sight; their bytes, and then their rows, go as those of any removed file. Gives how many there still are. */
async function removeFiles({ db, now }: Ctx, { id }: Brand): Promise<number> {
  await db
    .update(files)
    .set({ removedAt: now, lookAt: now })
    .where(and(eq(files.brandId, id), isNull(files.removedAt)));
  return db.$count(files, eq(files.brandId, id));
}

/** The last row, with all that still hangs on it, and the entry that is left: in the hub's own log, by who asked. */
async function deleteRow(tx: Ctx, { id, slug }: Brand, { askedBy, askedAt }: Deletion): Promise<void> {
  await tx.db.delete(brands).where(eq(brands.id, id));
  const actor = askedBy ? ({ kind: "user", userId: askedBy, hubAdmin: false } as const) : tx.actor;
  const target = { kind: "brand", id, label: slug };
  const diff: Record<string, [unknown, unknown]> = { asked: [null, askedAt.toISOString()] };
  await recordAudit({ ...tx, actor }, { brandId: null, action: "brand.deleted", target, diff });
}

/** One step of a brand's deletion: "more" while there is something to do at once, "wait" for what others do first, "gone" at the end. */
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

/** Lets no failure of one brand hold up the others: it comes again with the next tick. */
async function tryStep(ctx: Ctx, brandId: string): Promise<boolean> {
  try {
    return (await inTransaction(ctx, (tx) => step(tx, brandId))) === "more";
  } catch (err) {
    log.error({ err, brandId }, "a brand could not be deleted");
    return false;
  }
}

/**
 * Deletes the brands whose waiting time is over, in small steps, each of which holds whatever becomes of the next: events, deliveries, versions,
 * log and files, and at last the row with all the rest. For the hub itself. Ticks may overlap, on any number of machines.
 */
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
