import { and, asc, desc, eq, gte, lt, lte, sql } from "drizzle-orm";
import { auditCheckpoints, auditEntries, auditLinks, auditTombstones } from "@/db/schema";
import { type Ctx, inTransaction, requireHubAdmin, requireRecentProof } from "@/lib/kernel/context";
import { newId } from "@/lib/kernel/ids";
import { recordAudit } from "../record-audit";
import { lockChain } from "./extend-chains";

export interface RetentionInput {
  brandId: string | null;
  /** Entries of this moment and later stay. */
  before: Date;
  reason: string;
}

/**
 * Drops the oldest entries of a log, up to the last checkpoint before the moment, and gives their number. A tombstone and an entry of the log
 * say who did it, when and why; what is left stays verifiable. For commands and hub administrators. @throws Forbidden for others
 */
export async function dropAuditEntries(ctx: Ctx, { brandId, before, reason }: RetentionInput): Promise<number> {
  if (ctx.actor.kind !== "system") requireHubAdmin(ctx);
  requireRecentProof(ctx);
  return inTransaction(ctx, async (tx) => {
    const { db } = tx;
    const chain = await lockChain(tx, brandId);
    if (!chain) return 0;
    const ofChain = eq(auditLinks.chainId, chain.id);
    const [kept] = await db
      .select({ sequence: auditLinks.sequence })
      .from(auditLinks)
      .innerJoin(auditEntries, eq(auditEntries.id, auditLinks.entryId))
      .where(and(ofChain, gte(auditEntries.createdAt, before)))
      .orderBy(asc(auditLinks.sequence))
      .limit(1);
    const [checkpoint] = await db
      .select({ sequence: auditCheckpoints.sequence })
      .from(auditCheckpoints)
      .where(
        and(
          eq(auditCheckpoints.chainId, chain.id),
          kept ? lt(auditCheckpoints.sequence, kept.sequence) : lte(auditCheckpoints.sequence, chain.headSequence),
        ),
      )
      .orderBy(desc(auditCheckpoints.sequence))
      .limit(1);
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
    const label = `${dropped.length} entries before ${before.toISOString()}`;
    const target = { kind: "tombstone", id: tombstone, label };
    await recordAudit(tx, { brandId, action: "audit.entries_dropped", target });
    return dropped.length;
  });
}
