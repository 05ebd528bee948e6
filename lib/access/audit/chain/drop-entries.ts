import { and, asc, desc, eq, gte, lt, lte, type SQL, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { auditCheckpoints, auditEntries, auditLinks, auditTombstones } from "@/db/schema";
import { inTransaction, requireHubAdmin, requireRecentProof } from "@/lib/platform/context";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "../../context";
import { recordAudit } from "../record-audit";
import { lockChain } from "./extend-chains";

interface RetentionInput {
  brandId: string | null;
  before: Date;
  reason: string;
  /** Approximate: drops whole stretches between checkpoints, and always the first. */
  atMost?: number;
}

async function findCheckpoint({ db }: Ctx, { where, order }: { where: SQL | undefined; order: SQL }) {
  const { sequence } = auditCheckpoints;
  const [checkpoint] = await db.select({ sequence }).from(auditCheckpoints).where(where).orderBy(order).limit(1);
  return checkpoint;
}

/**
 * Drops the oldest entries, up to the last checkpoint before `before`, and returns their number. The rest stays
 * verifiable.
 * @throws Forbidden unless a command or a hub administrator calls
 */
export async function dropAuditEntries(ctx: Ctx, { brandId, before, reason, atMost }: RetentionInput): Promise<number> {
  if (ctx.actor.kind !== "system") requireHubAdmin(ctx);
  requireRecentProof(ctx);
  return inTransaction(ctx, async (tx) => {
    const { db } = tx;
    const chain = await lockChain(tx, brandId);
    if (!chain) return 0;
    const ofChain = eq(auditLinks.chainId, chain.id);
    const [firstKept] = await db
      .select({ sequence: auditLinks.sequence })
      .from(auditLinks)
      .innerJoin(auditEntries, eq(auditEntries.id, auditLinks.entryId))
      .where(and(ofChain, gte(auditEntries.createdAt, before)))
      .orderBy(asc(auditLinks.sequence))
      .limit(1);
    const [first] = await db
      .select({ sequence: auditLinks.sequence })
      .from(auditLinks)
      .where(ofChain)
      .orderBy(asc(auditLinks.sequence))
      .limit(1);
    if (!first) return 0;
    const eligible = and(
      eq(auditCheckpoints.chainId, chain.id),
      gte(auditCheckpoints.sequence, first.sequence),
      firstKept
        ? lt(auditCheckpoints.sequence, firstKept.sequence)
        : lte(auditCheckpoints.sequence, chain.headSequence),
    );
    const within = atMost && lt(auditCheckpoints.sequence, first.sequence + atMost);
    const [last, next] = [
      await findCheckpoint(tx, { where: and(eligible, within || undefined), order: desc(auditCheckpoints.sequence) }),
      await findCheckpoint(tx, { where: eligible, order: asc(auditCheckpoints.sequence) }),
    ];
    const checkpoint = last ?? next;
    if (!checkpoint) return 0;
    const dropped = await db
      .delete(auditLinks)
      .where(and(ofChain, lte(auditLinks.sequence, checkpoint.sequence)))
      .returning({ id: auditLinks.entryId });
    if (dropped.length === 0) return 0;
    const ids = sql.param(dropped.map(({ id }) => id));
    await db.execute(sql`select set_config('hub.audit_change', 'retention', true)`);
    await db.delete(auditEntries).where(sql`${auditEntries.id} = any(${ids}::uuid[])`);
    await db.execute(sql`select set_config('hub.audit_change', '', true)`);
    const tombstone = newId();
    const actor = ctx.actor.kind === "user" ? ctx.actor.userId : "Brand Identity Hub";
    const row = { id: tombstone, kind: "retention", chainId: chain.id, upTo: checkpoint.sequence } as const;
    await db.insert(auditTombstones).values({ ...row, actor, reason, createdAt: ctx.now });
    // The chain now starts here, so earlier checkpoints are useless.
    const former = and(eq(auditCheckpoints.chainId, chain.id), lt(auditCheckpoints.sequence, checkpoint.sequence));
    await db.delete(auditCheckpoints).where(former);
    const label = `${dropped.length} entries before ${before.toISOString()}`;
    const target = { kind: "tombstone", id: tombstone, label };
    await recordAudit(tx, { brandId, action: "audit.entries_dropped", target });
    return dropped.length;
  });
}

/**
 * Drops old entries of the first log that has any, and returns their number. A checkpoint is signed after its entries
 * are written, so its time bounds theirs.
 */
export async function dropOldEntries(
  ctx: Ctx,
  { before, atMost, days }: { before: Date; atMost: number; days: number },
): Promise<number> {
  const [chain] = await rowsOf<{ brand_id: string | null }>(
    ctx.db,
    sql`
    select c.brand_id from audit_chains c
    cross join lateral (
      select k.created_at from audit_checkpoints k
      where k.chain_id = c.id and k.sequence > coalesce(
        (select max(t.up_to) from audit_tombstones t where t.chain_id = c.id and t.kind = 'retention'), 0)
      order by k.sequence limit 1
    ) next
    where next.created_at < ${before.toISOString()}::timestamptz
      and not exists (select 1 from brand_deletions d where d.brand_id = c.brand_id and d.due_at <= ${ctx.now.toISOString()}::timestamptz)
    limit 1 for update of c skip locked`,
  );
  if (!chain) return 0;
  return dropAuditEntries(ctx, {
    brandId: chain.brand_id,
    before,
    reason: `Entries are kept for ${days} days.`,
    atMost,
  });
}

/**
 * Adds a tombstone for a deleted brand's log, once, so that verification doesn't miss its chain. Returns false while
 * another process extends the chain: retry later.
 */
export async function recordLogDeletion(ctx: Ctx, { brandId, askedBy }: { brandId: string; askedBy: string | null }) {
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

/** Returns how many entries it deleted, at most `atMost`. */
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
