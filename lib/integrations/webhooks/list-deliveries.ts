import { and, asc, eq, gt, gte, lt, type SQL, sql } from "drizzle-orm";
import { refusingUnstorable } from "@/db/errors";
import { pick } from "@/db/pick";
import { childContextDeliveries as deliveries, deliveryAttempts, events, subscriptions, tools } from "@/db/schema";
import type { ExportFormat } from "@/lib/access";
import { requirePermission } from "@/lib/access/server";
import { NotFound } from "@/lib/platform/errors";
import { isUuid } from "@/lib/platform/ids";
import { csvLine } from "@/lib/platform/output-text";
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
import type { PauseReason } from "./endpoint-view";
import { readPauses } from "./receiver";
import { type DeliveryHeader, describeHeaders, eventOf } from "./sign-delivery";
import { canReadAnswer } from "./webhook-url-policy";

type DeliveryRow = typeof deliveries.$inferSelect;

export type DeliveryStatus = DeliveryRow["status"];

export interface DeliveryFilter {
  /** `retrying`: pending after a failed attempt. */
  status?: DeliveryStatus | "retrying";
  toolSlug?: string;
  /** Inclusive. */
  from?: Date;
  /** Exclusive. */
  until?: Date;
  /** A whole id, or part of an event type or tool slug. */
  search?: string;
  traceId?: string;
  eventId?: string;
}

export type DeliveryQuery = DeliveryFilter & PageRequest & { brandId: string };

/** Its event may no longer be stored. `attempts` are those since the last replay. */
export interface DeliverySummary
  extends Pick<DeliveryRow, "id" | "toolSlug" | "type" | "eventId" | "status" | "reason" | "attempts">,
    Pick<DeliveryRow, "dueAt" | "createdAt" | "finishedAt" | "bodyRemovedAt"> {
  toolName: string;
  /** Of all runs, including one in flight. */
  allAttempts: number;
  sending: boolean;
  /** Finished or waiting to retry, with a stored body. */
  replayable: boolean;
  pause: PauseReason | null;
}

const summaryColumns = {
  ...pick(deliveries, "id", "toolSlug", "type", "eventId", "status", "reason", "attempts"),
  ...pick(deliveries, "dueAt", "createdAt", "finishedAt", "bodyRemovedAt", "leaseUntil"),
  toolName: tools.name,
  toolStatus: tools.status,
  allAttempts: sql<number>`(select count(*)::int from ${deliveryAttempts} a where a.delivery_id = ${deliveries.id})
    + (${deliveries.leaseToken} is not null)::int`,
};

type SummaryRow = Omit<DeliverySummary, "sending" | "replayable" | "pause"> & {
  toolStatus: (typeof tools.$inferSelect)["status"];
  leaseUntil: Date | null;
};

function summarize(
  { toolStatus, leaseUntil, ...row }: SummaryRow,
  { pauseOf, now }: { pauseOf: Awaited<ReturnType<typeof readPauses>>; now: Date },
): DeliverySummary {
  const pause = row.status === "pending" ? pauseOf({ slug: row.toolSlug, status: toolStatus }) : null;
  const sending = leaseUntil !== null && leaseUntil > now;
  const isIdle = row.status !== "pending" || (row.attempts > 0 && !sending);
  const replayable = isIdle && row.bodyRemovedAt === null;
  return { ...row, sending, replayable, pause };
}

/** Attempts except the one in flight. */
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

export const matchingAnyStatus = (
  brandId: string,
  { toolSlug, from, until, search, traceId, eventId }: DeliveryFilter,
) =>
  and(
    eq(deliveries.brandId, brandId),
    toolSlug ? eq(deliveries.toolSlug, toolSlug) : undefined,
    from && gte(deliveries.createdAt, from),
    until && lt(deliveries.createdAt, until),
    searched(search),
    eventId ? eq(deliveries.eventId, eventId) : undefined,
    traceId
      ? sql`${deliveries.eventId} in (select e.id from ${events} e
        where e.brand_id = ${brandId} and e.trace_id = ${traceId})`
      : undefined,
  );

export const matching = (brandId: string, filter: DeliveryFilter): SQL | undefined =>
  and(matchingAnyStatus(brandId, filter), inStatus(filter.status));

/** A page of a brand's deliveries, newest first. @throws NotFound for non-members, BadRequest for a foreign cursor */
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
  const pauseOf = await readPauses(ctx);
  const summaries = rows.map((row) => summarize(row, { pauseOf, now: ctx.now }));
  return cutPage(summaries, query, (row) => momentCursor(row.createdAt, row.id));
}

const MISSING = "There is no such delivery.";

export type DeliveryAttempt = Omit<typeof deliveryAttempts.$inferSelect, "deliveryId"> & {
  /** False if the response may have been withheld. */
  answerShown: boolean;
};

export interface DeliveryDetails extends DeliverySummary {
  body: string;
  event: { id: string; traceId: string | null } | null;
  /** Where the next attempt goes; null without a subscription. */
  webhookUrl: string | null;
  attemptLog: DeliveryAttempt[];
  /** Of the next attempt while pending, else of the last one. */
  headers: DeliveryHeader[];
}

/** A delivery with its attempts. @throws NotFound also for another brand's, Forbidden without `manage` */
export async function getDelivery(ctx: Ctx, input: { brandId: string; deliveryId: string }): Promise<DeliveryDetails> {
  await requirePermission(ctx, input.brandId, "manage");
  if (!isUuid(input.deliveryId)) throw new NotFound(MISSING);
  const [row] = await ctx.db
    .select({
      ...summaryColumns,
      body: deliveries.body,
      replays: deliveries.replays,
      webhookUrl: sql<string | null>`coalesce(${deliveries.webhookUrl}, ${subscriptions.webhookUrl})`,
      event: { id: events.id, traceId: events.traceId },
    })
    .from(deliveries)
    .innerJoin(tools, eq(tools.slug, deliveries.toolSlug))
    .leftJoin(
      subscriptions,
      and(eq(subscriptions.brandId, deliveries.brandId), eq(subscriptions.toolSlug, deliveries.toolSlug)),
    )
    .leftJoin(events, and(eq(events.id, deliveries.eventId), eq(events.brandId, deliveries.brandId)))
    .where(and(eq(deliveries.id, input.deliveryId), eq(deliveries.brandId, input.brandId)));
  if (!row) throw new NotFound(MISSING);
  const attempts = await ctx.db
    .select()
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.deliveryId, input.deliveryId))
    .orderBy(asc(deliveryAttempts.attempt));
  const { body, replays, webhookUrl, event, ...summary } = row;
  const last = attempts.at(-1)?.attempt ?? 0;
  const attempt = row.status === "pending" ? last + 1 : Math.max(1, last);
  return {
    ...summarize(summary, { pauseOf: await readPauses(ctx), now: ctx.now }),
    body,
    event,
    webhookUrl,
    attemptLog: attempts.map(({ deliveryId: _, ...logged }) => {
      // Earlier attempts may have been recorded under another policy.
      const isReadable = canReadAnswer(logged.webhookUrl, ctx.webhookPolicy);
      const responseExcerpt = isReadable ? logged.responseExcerpt : "";
      // Responses from private networks aren't stored, and nothing marks which ones.
      const maybeNotKept = ctx.webhookPolicy.allowedNetworks !== undefined && responseExcerpt === "";
      return { ...logged, responseExcerpt, answerShown: isReadable && !maybeNotKept };
    }),
    headers: describeHeaders({ id: row.id, event: eventOf(row), attempt, replays }),
  };
}

const MAX_EXPORTED_ROWS = 50_000;
const PAGE_SIZE = 100;

const COLUMNS: readonly [name: string, of: (delivery: DeliverySummary) => unknown][] = [
  ["id", ({ id }) => id],
  ["type", ({ type }) => type],
  ["tool", ({ toolSlug }) => toolSlug],
  ["status", ({ status }) => status],
  ["reason", ({ reason }) => reason],
  ["attempts", ({ allAttempts }) => allAttempts],
  ["recorded", ({ createdAt }) => createdAt.toISOString()],
  ["finished", ({ finishedAt }) => finishedAt?.toISOString() ?? null],
  ["event_id", ({ eventId }) => eventId],
];

function exportLine(delivery: DeliverySummary, format: ExportFormat): string {
  const fields = COLUMNS.map(([name, of]) => [name, of(delivery)] as const);
  return format === "csv"
    ? csvLine(fields.map(([, value]) => String(value ?? "")))
    : `${JSON.stringify(Object.fromEntries(fields))}\n`;
}

/** Exports a brand's deliveries in chunks, newest first, at most 50,000. @throws NotFound for non-members */
export async function* exportDeliveries(
  ctx: Ctx,
  { format, ...query }: DeliveryFilter & { brandId: string; format: ExportFormat },
): AsyncGenerator<string> {
  let after: string | null = null;
  if (format === "csv") yield `${COLUMNS.map(([name]) => name).join(",")}\r\n`;
  for (let rows = 0; rows < MAX_EXPORTED_ROWS; rows += PAGE_SIZE) {
    const page: Page<DeliverySummary> = await listDeliveries(ctx, { ...query, after, limit: PAGE_SIZE });
    if (page.entries.length > 0) yield page.entries.map((delivery) => exportLine(delivery, format)).join("");
    after = page.next;
    if (after === null) return;
  }
}
