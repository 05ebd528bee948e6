import { and, eq, or, type SQL } from "drizzle-orm";
import { refusingUnstorable } from "@/db/errors";
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
  /** 0 or 1; both when left out. */
  apiVersion?: number;
  type?: string;
  toolSlug?: string;
  traceId?: string;
  /** An event's whole id, or a part of its type, idempotency key or trace id. */
  search?: string;
}

/** A stored event without its payload, and who sent it. */
export interface EventSummary {
  id: string;
  apiVersion: number;
  type: string;
  /** The tool of a version 1 event, the API key of a version 0 event; null once the key is gone. */
  source: { kind: "tool" | "api-key"; id: string; name: string } | null;
  occurredAt: Date;
  receivedAt: Date;
  idempotencyKey: string | null;
  traceId: string | null;
  /** How often the same key was sent again. */
  duplicates: number;
}

export interface EventDetails extends EventSummary {
  /** null once it was removed, since its time was over. */
  payload: Record<string, unknown> | null;
}

const MISSING = "There is no such event.";

const columns = {
  id: events.id,
  apiVersion: events.apiVersion,
  type: events.type,
  toolSlug: events.toolSlug,
  toolName: tools.name,
  apiKeyId: events.apiKeyId,
  apiKeyName: apiKeys.name,
  occurredAt: events.occurredAt,
  receivedAt: events.receivedAt,
  idempotencyKey: events.idempotencyKey,
  traceId: events.traceId,
  duplicates: events.duplicates,
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

/** A brand's events, newest first, page by page. @throws NotFound for non-members, BadRequest for a cursor that is not ours */
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
  return cutPage(rows, query, (row) => momentCursor(row.receivedAt, row.id), toSummary);
}

/** One event of the brand with its payload, for who may manage. @throws NotFound also when it is another brand's */
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
