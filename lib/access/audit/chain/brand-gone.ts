import { and, eq, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { auditTombstones } from "@/db/schema";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "../../context";
import { lockChain } from "./extend-chains";

/**
 * Notes, once, that a brand's log goes with the brand, in the caller's transaction: a tombstone, by which its chain is missed by nobody, nor by who
 * holds a checkpoint of it. False while the chain is being extended elsewhere: try again.
 */
export async function noteBrandGone(ctx: Ctx, { brandId, askedBy }: { brandId: string; askedBy: string | null }) {
  const chain = await lockChain(ctx, brandId);
  if (!chain) return false;
  const known = and(eq(auditTombstones.kind, "deletion"), eq(auditTombstones.goneChainId, chain.id));
  if ((await ctx.db.$count(auditTombstones, known)) > 0) return true;
  await ctx.db.insert(auditTombstones).values({
    id: newId(),
    kind: "deletion",
    goneChainId: chain.id,
    actor: askedBy ?? "Brand Identity Hub",
    reason: "The brand was deleted.",
    createdAt: ctx.now,
  });
  return true;
}

/** Deletes some entries of a brand that goes, and their links; gives how many there were. */
export async function deleteBrandEntries({ db }: Ctx, { brandId, atMost }: { brandId: string; atMost: number }) {
  await db.execute(sql`select set_config('hub.audit_change', 'retention', true)`);
  const deleted = await rowsOf<{ id: string }>(
    db,
    sql`
    delete from audit_entries where id in (select id from audit_entries where brand_id = ${brandId} limit ${atMost})
    returning id`,
  );
  await db.execute(sql`select set_config('hub.audit_change', '', true)`);
  const ids = sql.param(deleted.map(({ id }) => id));
  await db.execute(sql`delete from audit_links where entry_id = any(${ids}::uuid[])`);
  return deleted.length;
}
