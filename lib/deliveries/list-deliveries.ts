import { and, desc, eq, gt, gte, lt, type SQL } from "drizzle-orm";
import { refusingUnstorable } from "@/db/errors";
import { childContextDeliveries as deliveries, tools } from "@/db/schema";
import type { Ctx } from "@/lib/kernel/context";
import { isUuid } from "@/lib/kernel/ids";
import {
  anyHolds,
  beforeCursor,
  cutPage,
  momentCursor,
  type Page,
  type PageRequest,
  rowsToRead,
} from "@/lib/kernel/paging";
import { requirePermission } from "@/lib/members/server";
import { type HoldReason, holdReason } from "./endpoint-view";

export type DeliveryStatus = (typeof deliveries.$inferSelect)["status"];

export interface DeliveryQuery extends PageRequest {
  brandId: string;
  /** `retrying` are those pending ones of which an attempt has failed. */
  status?: DeliveryStatus | "retrying";
  toolSlug?: string;
  /** Recorded at this moment or later. */
  from?: Date;
  /** Recorded before this moment. */
  until?: Date;
  /** A delivery's whole id, or a part of its event type or tool. */
  search?: string;
}

/** A delivery in a list. */
export interface DeliverySummary {
  id: string;
  toolSlug: string;
  toolName: string;
  type: string;
  status: DeliveryStatus;
  reason: string | null;
  /** Attempts of the present run; a replay starts at 0. */
  attempts: number;
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
  status: deliveries.status,
  reason: deliveries.reason,
  attempts: deliveries.attempts,
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
export function summarize(ctx: Ctx, { toolStatus, leaseUntil, ...row }: SummaryRow): DeliverySummary {
  const hold = row.status === "pending" ? holdReason(ctx, { slug: row.toolSlug, status: toolStatus }) : null;
  const sending = leaseUntil !== null && leaseUntil > ctx.now;
  const over = row.status !== "pending" || (row.attempts > 0 && !sending);
  const replayable = over && row.bodyRemovedAt === null;
  return { ...row, sending, replayable, hold };
}

function inStatus(status: DeliveryQuery["status"]): SQL | undefined {
  if (status === "retrying") return and(eq(deliveries.status, "pending"), gt(deliveries.attempts, 0));
  return status && eq(deliveries.status, status);
}

function searched(search: string | undefined): SQL | undefined {
  if (!search) return undefined;
  if (isUuid(search)) return eq(deliveries.id, search);
  return anyHolds([deliveries.type, deliveries.toolSlug], search);
}

/** A brand's deliveries, newest first, page by page. @throws NotFound for non-members, BadRequest for a cursor that is not ours */
export async function listDeliveries(ctx: Ctx, query: DeliveryQuery): Promise<Page<DeliverySummary>> {
  await requirePermission(ctx, query.brandId, "read");
  const reading = ctx.db
    .select(summaryColumns)
    .from(deliveries)
    .innerJoin(tools, eq(tools.slug, deliveries.toolSlug))
    .where(
      and(
        eq(deliveries.brandId, query.brandId),
        inStatus(query.status),
        query.toolSlug ? eq(deliveries.toolSlug, query.toolSlug) : undefined,
        query.from && gte(deliveries.createdAt, query.from),
        query.until && lt(deliveries.createdAt, query.until),
        searched(query.search),
        beforeCursor(query, deliveries.createdAt, deliveries.id),
      ),
    )
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(rowsToRead(query));
  const rows = await refusingUnstorable(async () => reading);
  return cutPage(
    rows,
    query,
    (row) => momentCursor(row.createdAt, row.id),
    (row) => summarize(ctx, row),
  );
}
