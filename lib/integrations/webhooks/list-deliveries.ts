import { and, eq, gt, gte, lt, type SQL, sql } from "drizzle-orm";
import { refusingUnstorable } from "@/db/errors";
import { childContextDeliveries as deliveries, deliveryAttempts, events, tools } from "@/db/schema";
import { requirePermission } from "@/lib/access/server";
import { isUuid } from "@/lib/platform/ids";
import {
  anyHolds,
  beforeCursor,
  cutPage,
  momentCursor,
  newestFirst,
  type Page,
  type PageRequest,
  rowsToRead,
} from "@/lib/platform/paging";
import type { Ctx } from "../context";
import type { HoldReason } from "./endpoint-view";
import { readHolds } from "./read-holds";

export type DeliveryStatus = (typeof deliveries.$inferSelect)["status"];

export interface DeliveryFilter {
  /** `retrying` are those pending ones of which an attempt has failed. */
  status?: DeliveryStatus | "retrying";
  toolSlug?: string;
  /** Recorded at this moment or later. */
  from?: Date;
  /** Recorded before this moment. */
  until?: Date;
  /** A delivery's whole id, or a part of its event type or tool. */
  search?: string;
  /** That of the event that it passes on. */
  traceId?: string;
  eventId?: string;
}

export type DeliveryQuery = DeliveryFilter & PageRequest & { brandId: string };

export interface DeliverySummary {
  id: string;
  toolSlug: string;
  toolName: string;
  type: string;
  /** The event that it passes on, if any; the hub may have forgotten it. */
  eventId: string | null;
  status: DeliveryStatus;
  reason: string | null;
  /** Attempts of the present run; a replay starts at 0. */
  attempts: number;
  /** Attempts of all runs, the one under way included. */
  allAttempts: number;
  /** When the next attempt is due, while pending. */
  dueAt: Date;
  /** True while an attempt is under way. */
  sending: boolean;
  /** True when it is over or waits after a failure, so that it can be sent anew. */
  replayable: boolean;
  /** Why it stays pending and uses no attempts, if so. */
  hold: HoldReason | null;
  createdAt: Date;
  finishedAt: Date | null;
  /** When its body and the answers were removed; null while they are kept. */
  bodyRemovedAt: Date | null;
}

/** Columns of a summary, with what its derived fields are made from. */
export const summaryColumns = {
  id: deliveries.id,
  toolSlug: deliveries.toolSlug,
  toolName: tools.name,
  toolStatus: tools.status,
  type: deliveries.type,
  eventId: deliveries.eventId,
  status: deliveries.status,
  reason: deliveries.reason,
  attempts: deliveries.attempts,
  allAttempts: sql<number>`(select count(*)::int from ${deliveryAttempts} a where a.delivery_id = ${deliveries.id})
    + (${deliveries.leaseToken} is not null)::int`,
  dueAt: deliveries.dueAt,
  leaseUntil: deliveries.leaseUntil,
  createdAt: deliveries.createdAt,
  finishedAt: deliveries.finishedAt,
  bodyRemovedAt: deliveries.bodyRemovedAt,
};

type SummaryRow = Omit<DeliverySummary, "sending" | "replayable" | "hold"> & {
  toolStatus: (typeof tools.$inferSelect)["status"];
  leaseUntil: Date | null;
};

/** Derives what a row does not say itself. */
export function summarize(
  { toolStatus, leaseUntil, ...row }: SummaryRow,
  { holdOf, now }: { holdOf: Awaited<ReturnType<typeof readHolds>>; now: Date },
): DeliverySummary {
  const hold = row.status === "pending" ? holdOf({ slug: row.toolSlug, status: toolStatus }) : null;
  const sending = leaseUntil !== null && leaseUntil > now;
  const over = row.status !== "pending" || (row.attempts > 0 && !sending);
  const replayable = over && row.bodyRemovedAt === null;
  return { ...row, sending, replayable, hold };
}

/** All but the one under way. */
export const failedAttempts = sql<number>`(${deliveries.attempts} - (${deliveries.leaseToken} is not null)::int)`;

function inStatus(status: DeliveryFilter["status"]): SQL | undefined {
  if (status === "retrying") return and(eq(deliveries.status, "pending"), gt(failedAttempts, 0));
  return status && eq(deliveries.status, status);
}

function searched(search: string | undefined): SQL | undefined {
  if (!search) return undefined;
  if (isUuid(search)) return eq(deliveries.id, search);
  return anyHolds([deliveries.type, deliveries.toolSlug], search);
}

/** Holds for deliveries of the brand that fit the filter, whatever their status. */
export const fitting = (brandId: string, { toolSlug, from, until, search, traceId, eventId }: DeliveryFilter) =>
  and(
    eq(deliveries.brandId, brandId),
    toolSlug ? eq(deliveries.toolSlug, toolSlug) : undefined,
    from && gte(deliveries.createdAt, from),
    until && lt(deliveries.createdAt, until),
    searched(search),
    eventId ? eq(deliveries.eventId, eventId) : undefined,
    traceId
      ? sql`${deliveries.eventId} in (select e.id from ${events} e where e.brand_id = ${brandId} and e.trace_id = ${traceId})`
      : undefined,
  );

/** The same, and is in its status. */
export const matching = (brandId: string, filter: DeliveryFilter): SQL | undefined =>
  and(fitting(brandId, filter), inStatus(filter.status));

/** A brand's deliveries, newest first, page by page. @throws NotFound for non-members, BadRequest for a cursor that is not ours */
export async function listDeliveries(ctx: Ctx, query: DeliveryQuery): Promise<Page<DeliverySummary>> {
  await requirePermission(ctx, query.brandId, "read");
  const reading = ctx.db
    .select(summaryColumns)
    .from(deliveries)
    .innerJoin(tools, eq(tools.slug, deliveries.toolSlug))
    .where(and(matching(query.brandId, query), beforeCursor(query, deliveries.createdAt, deliveries.id)))
    .orderBy(...newestFirst(query, deliveries.createdAt, deliveries.id))
    .limit(rowsToRead(query));
  const rows = await refusingUnstorable(async () => reading);
  const holdOf = await readHolds(ctx);
  return cutPage(
    rows,
    query,
    (row) => momentCursor(row.createdAt, row.id),
    (row) => summarize(row, { holdOf, now: ctx.now }),
  );
}
