import { and, eq, or, type SQL } from "drizzle-orm";
import { refusingUnstorable } from "@/db/errors";
import { pick } from "@/db/pick";
import { apiKeys, events, tools } from "@/db/schema";
import { requirePermission } from "@/lib/access/server";
import { NotFound } from "@/lib/platform/errors";
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

export interface EventQuery extends PageRequest {
  brandId: string;
  /** 0 or 1; both if omitted. */
  apiVersion?: number;
  type?: string;
  toolSlug?: string;
  traceId?: string;
  /** A whole id, or part of a type, idempotency key or trace id. */
  search?: string;
}

type EventRow = typeof events.$inferSelect;

/** `duplicates`: how often its key was sent again. */
export interface EventSummary
  extends Pick<EventRow, "id" | "apiVersion" | "type" | "occurredAt" | "receivedAt">,
    Pick<EventRow, "idempotencyKey" | "traceId" | "duplicates"> {
  source: { kind: "tool" | "api-key"; id: string; name: string } | null;
}

export interface EventDetails extends EventSummary {
  /** Null once retention removed it. */
  payload: Record<string, unknown> | null;
}

const MISSING = "There is no such event.";

const columns = {
  ...pick(events, "id", "apiVersion", "type", "occurredAt", "receivedAt"),
  ...pick(events, "idempotencyKey", "traceId", "duplicates", "toolSlug", "apiKeyId"),
  toolName: tools.name,
  apiKeyName: apiKeys.name,
};

type Row = Omit<EventSummary, "source"> & Record<"toolSlug" | "toolName" | "apiKeyId" | "apiKeyName", string | null>;

function sourceOf({ toolSlug, toolName, apiKeyId, apiKeyName }: Row): EventSummary["source"] {
  if (toolSlug) return { kind: "tool", id: toolSlug, name: toolName ?? toolSlug };
  return apiKeyId ? { kind: "api-key", id: apiKeyId, name: apiKeyName ?? "Former key" } : null;
}

function toSummary(row: Row): EventSummary {
  const { toolSlug: _slug, toolName: _tool, apiKeyId: _id, apiKeyName: _key, ...event } = row;
  return { ...event, source: sourceOf(row) };
}

function searched(search: string | undefined): SQL | undefined {
  if (!search) return undefined;
  if (isUuid(search)) return or(eq(events.id, search), eq(events.idempotencyKey, search), eq(events.traceId, search));
  return anyHolds([events.type, events.idempotencyKey, events.traceId], search);
}

/** A page of a brand's events, newest first. @throws NotFound for non-members, BadRequest for a foreign cursor */
export async function listEvents(ctx: Ctx, query: EventQuery): Promise<Page<EventSummary>> {
  await requirePermission(ctx, query.brandId, "read");
  const reading = ctx.db
    .select(columns)
    .from(events)
    .leftJoin(tools, eq(tools.slug, events.toolSlug))
    .leftJoin(apiKeys, eq(apiKeys.id, events.apiKeyId))
    .where(
      and(
        eq(events.brandId, query.brandId),
        query.apiVersion === undefined ? undefined : eq(events.apiVersion, query.apiVersion),
        query.type ? eq(events.type, query.type) : undefined,
        query.toolSlug ? eq(events.toolSlug, query.toolSlug) : undefined,
        query.traceId ? eq(events.traceId, query.traceId) : undefined,
        searched(query.search),
        beforeCursor(query, events.receivedAt, events.id),
      ),
    )
    .orderBy(...newestFirst(query, events.receivedAt, events.id))
    .limit(rowsToRead(query));
  const rows = await refusingUnstorable(async () => reading);
  return cutPage(rows.map(toSummary), query, (event) => momentCursor(event.receivedAt, event.id));
}

/** An event with its payload. @throws NotFound also for another brand's, Forbidden without `manage` */
export async function getEvent(ctx: Ctx, input: { brandId: string; eventId: string }): Promise<EventDetails> {
  await requirePermission(ctx, input.brandId, "manage");
  if (!isUuid(input.eventId)) throw new NotFound(MISSING);
  const [row] = await ctx.db
    .select({ ...columns, payload: events.payload, payloadRemovedAt: events.payloadRemovedAt })
    .from(events)
    .leftJoin(tools, eq(tools.slug, events.toolSlug))
    .leftJoin(apiKeys, eq(apiKeys.id, events.apiKeyId))
    .where(and(eq(events.id, input.eventId), eq(events.brandId, input.brandId)));
  if (!row) throw new NotFound(MISSING);
  const { payload, payloadRemovedAt, ...summary } = row;
  return { ...toSummary(summary), payload: payloadRemovedAt ? null : payload };
}
