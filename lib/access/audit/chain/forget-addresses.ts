import { and, eq, gte, inArray, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { auditEntries, auditTombstones } from "@/db/schema";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "../../context";
import { recordAudit } from "../record-audit";
import { eraseField } from "./forget-person";

const DAY_MS = 24 * 60 * 60_000;

/** The tombstone of today's forgetting, made at the first of it, with an entry of the hub's log. */
async function tombstoneOfToday(ctx: Ctx, { before, days }: { before: Date; days: number }): Promise<string> {
  const reason = `IP addresses are kept for ${days} days.`;
  const today = new Date(Math.floor(ctx.now.getTime() / DAY_MS) * DAY_MS);
  const same = and(
    eq(auditTombstones.kind, "erasure"),
    eq(auditTombstones.reason, reason),
    gte(auditTombstones.createdAt, today),
  );
  const [known] = await ctx.db.select({ id: auditTombstones.id }).from(auditTombstones).where(same).limit(1);
  if (known) return known.id;
  const id = newId();
  const row = { id, kind: "erasure", actor: "Brand Identity Hub", reason, createdAt: ctx.now } as const;
  await ctx.db.insert(auditTombstones).values(row);
  const target = { kind: "tombstone", id, label: `IP addresses of before ${before.toISOString().slice(0, 10)}` };
  await recordAudit(ctx, { brandId: null, action: "audit.addresses_forgotten", target });
  return id;
}

/**
 * Has the log forget from where people acted before a moment, some entries at a time, in the caller's transaction; gives how many. The chains stay
 * whole. For the hub itself.
 */
export async function forgetAddresses(
  ctx: Ctx,
  { before, atMost, days }: { before: Date; atMost: number; days: number },
): Promise<number> {
  const rows = await rowsOf<{ id: string }>(
    ctx.db,
    sql`
    select id from audit_entries where address is not null and created_at < ${before.toISOString()}::timestamptz
    order by created_at limit ${atMost} for update skip locked`,
  );
  if (rows.length === 0) return 0;
  const tombstone = await tombstoneOfToday(ctx, { before, days });
  const ids = rows.map(({ id }) => id);
  await ctx.db.execute(sql`select set_config('hub.audit_change', 'erasure', true)`);
  await eraseField(ctx, { field: "clientIp", value: null, tombstone, where: inArray(auditEntries.id, ids) });
  await ctx.db.execute(sql`select set_config('hub.audit_change', '', true)`);
  return rows.length;
}
