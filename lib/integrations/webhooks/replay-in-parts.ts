import { and, eq, gt, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { childContextDeliveries as deliveries } from "@/db/schema";
import type { AuditEntry } from "@/lib/access";
import { lockBrand, recordAudit } from "@/lib/access/server";
import { inTransaction } from "@/lib/platform/context";
import type { Ctx } from "../context";
import { endCoolDown } from "./receiver";

/** Deliveries of one transaction: whoever publishes or sends meanwhile waits for no more. */
const AT_ONCE = 500;

/**
 * A replayed delivery starts over: due at once by the database's clock at the latest, with a new run of attempts. What was not over goes on under its
 * number, so that a receiver which did the work and answered too late does not do it twice.
 */
export const startedOver = (now: Date) => ({
  status: "pending" as const,
  reason: null,
  attempts: 0,
  replays: sql`${deliveries.replays} + (${deliveries.status} <> 'pending')::int`,
  dueAt: sql`least(${now.toISOString()}::timestamptz, clock_timestamp())`,
  finishedAt: null,
  leaseToken: null,
  leaseUntil: null,
});

/** Waits for its next attempt after one that failed; a person who has mended the receiver need not wait along. */
export const waitingToRetry = (now: Date): SQL | undefined =>
  and(
    eq(deliveries.status, "pending"),
    gt(deliveries.attempts, 0),
    or(isNull(deliveries.leaseUntil), lte(deliveries.leaseUntil, now)),
  );

interface Replay {
  brandId: string;
  /** Which of the brand's deliveries. */
  which: SQL | undefined;
  /** Holds the subscriptions that they go to: those stay, and stay on, until these are recorded. */
  hold: (tx: Ctx) => Promise<unknown>;
  /** What the log says of a part. */
  entryOf: (part: { count: number; toolSlugs: readonly string[] }) => Pick<AuditEntry, "action" | "target">;
  /** No part is begun beyond so many. */
  atMost?: number;
}

interface Part {
  count: number;
  last: { createdAt: Date; id: string } | null;
}

/** Sends some of them anew, the oldest after the place first. */
async function replayPart(tx: Ctx, { brandId, which, hold, entryOf }: Replay, after: Part["last"]): Promise<Part> {
  await lockBrand(tx, brandId, "manage");
  await hold(tx);
  const beyond =
    after &&
    or(
      gt(deliveries.createdAt, after.createdAt),
      and(eq(deliveries.createdAt, after.createdAt), gt(deliveries.id, after.id)),
    );
  const chosen = await tx.db
    .select({ id: deliveries.id, createdAt: deliveries.createdAt, toolSlug: deliveries.toolSlug })
    .from(deliveries)
    .where(and(eq(deliveries.brandId, brandId), which, beyond ?? undefined))
    .orderBy(deliveries.createdAt, deliveries.id)
    .limit(AT_ONCE)
    .for("no key update", { skipLocked: true });
  if (chosen.length === 0) return { count: 0, last: null };
  const ids = chosen.map(({ id }) => id);
  await tx.db.update(deliveries).set(startedOver(tx.now)).where(inArray(deliveries.id, ids));
  const toolSlugs = [...new Set(chosen.map(({ toolSlug }) => toolSlug))].toSorted();
  await recordAudit(tx, { brandId, ...entryOf({ count: chosen.length, toolSlugs }) });
  for (const toolSlug of toolSlugs) await endCoolDown(tx, { brandId, toolSlug });
  return { count: chosen.length, last: chosen.at(-1) ?? null };
}

/**
 * Sends many deliveries of a brand anew, the oldest first, and gives their number, for a verb that has asked who may. In parts of 500, each of which
 * holds, with its entry of the log, whatever becomes of the next. What somebody else holds at that moment is left to them.
 */
export async function replayInParts(ctx: Ctx, replay: Replay): Promise<number> {
  const { atMost = Number.POSITIVE_INFINITY } = replay;
  let count = 0;
  let place: Part["last"] = null;
  do {
    const after: Part["last"] = place;
    const part: Part = await inTransaction(ctx, (tx) => replayPart(tx, replay, after));
    count += part.count;
    place = part.count === AT_ONCE ? part.last : null;
    if (part.count > 0) ctx.wakeTick();
  } while (place && count < atMost);
  return count;
}
