import { isDeepStrictEqual } from "node:util";
import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { preparedStatement } from "@/db/hot-path/prepared-statement";
import { entitlements, tools } from "@/db/schema";
import type { Event } from "@/lib/contract";
import type { ToolActor } from "@/lib/platform/context";
import { Forbidden, Unauthorized } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "../context";
import { entitledTool, requireEntitledTool, type ToolAccess } from "../tools/entitled-tool";
import { matchesPattern } from "../tools/matches-pattern";
import type { Relay } from "../webhooks/enqueue-deliveries";

/** Whether other tools with event patterns get webhooks: by a subscription, or because they listen. */
const listening = (sourceTool: SQL, now: SQL): SQL => {
  const other = sql`other.slug <> ${sourceTool} and cardinality(other.event_patterns) > 0`;
  return sql`exists (
    select from subscriptions s join tools other on other.slug = s.tool_slug
    where s.brand_id in (select brand_id from brand_ids) and ${other}
  ) or exists (
    select from tools other cross join brand_ids cross join lateral (
      select from entitlements e where e.brand_id = brand_ids.brand_id and e.tool_slug = other.slug offset 0) entitled
    where other.listening_until > ${now} and ${other})`;
};

/**
 * Every other tool with access to the brand and a matching pattern, once per event. Source:
 * docs/decisions/integrations.md, Events.
 */
export async function findRelays(
  { db }: Ctx,
  { sourceTool, accepted }: { sourceTool: string; accepted: readonly { id: string; event: Event }[] },
): Promise<Relay[]> {
  if (accepted.length === 0) return [];
  const brandIds = [...new Set(accepted.map(({ event }) => event.brand_id))];
  const entitled = await db
    .select({ brandId: entitlements.brandId, toTool: tools.slug, patterns: tools.eventPatterns })
    .from(entitlements)
    .innerJoin(tools, eq(tools.slug, entitlements.toolSlug))
    .where(
      and(
        inArray(entitlements.brandId, brandIds),
        ne(tools.slug, sourceTool),
        sql`cardinality(${tools.eventPatterns}) > 0`,
      ),
    );
  return accepted.map(({ id, event }) => {
    const matching = entitled.filter(
      ({ brandId, patterns }) =>
        brandId === event.brand_id && patterns.some((pattern) => matchesPattern(event.type, pattern)),
    );
    return {
      toTools: matching.map(({ toTool }) => toTool),
      brandId: event.brand_id,
      eventId: id,
      type: event.type,
      occurredAt: event.occurred_at,
      sourceTool,
      traceId: event.trace_id ?? null,
      payload: event.payload,
    };
  });
}

/** The first event of a batch with its key. */
export interface Candidate {
  id: string;
  event: Event;
  /** Its index in the batch. */
  at: number;
  /** Occurrences of the key, and indexes of those with another body. */
  times: number;
  differing: Set<number>;
}

export const keyOf = (event: Event): string => `${event.brand_id} ${event.idempotency_key}`;

/** -0 equals 0, as in JSON. */
const bodyOf = ({ type, occurred_at, trace_id, payload }: Event): unknown =>
  JSON.parse(JSON.stringify([type, Date.parse(occurred_at), trace_id ?? null, payload]));

export function candidatesOf(batch: readonly Event[]): Map<string, Candidate> {
  const candidates = new Map<string, Candidate>();
  for (const [at, event] of batch.entries()) {
    const known = candidates.get(keyOf(event));
    if (!known) candidates.set(keyOf(event), { id: newId(), event, at, times: 1, differing: new Set() });
    else {
      known.times += 1;
      if (!isDeepStrictEqual(bodyOf(known.event), bodyOf(event))) known.differing.add(at);
    }
  }
  return candidates;
}

interface Stored {
  /** `named`: the brand id in the events, which may not exist. */
  access: (ToolAccess & { named: string })[];
  /** All entitlements exist and stay until the transaction ends. */
  locked: boolean;
  listened: boolean;
  /** Candidates with a known key, and the event that is kept. */
  repeated: { id: string; original: string; differs: boolean }[] | null;
}

const TOOL = sql`${sql.placeholder("tool")}::text`;
const NOW = sql`${sql.placeholder("now")}::timestamptz`;
const { columns, joins, isEntitled } = entitledTool(TOOL, sql`brand_ids.brand_id`);

/**
 * Checks access, stores new events and counts repeats: docs/adr/0034-events-in-one-statement.md. Stores nothing without
 * access to all brands or, with `unlessListened`, if another tool may receive something.
 *
 * Locks the entitlements, so that revoking waits. Rows are one parameter, since building a statement with thousands
 * would block the event loop. A fixed row order prevents deadlocks.
 */
const storeQuery = (): SQL => sql`
  with input as materialized (
    select * from json_to_recordset(${sql.placeholder("rows")}::json)
      as input(id uuid, times int, brand_id uuid, type text,
      payload jsonb, occurred_at timestamptz, idempotency_key text, trace_id text)
  ), brand_ids as materialized (
    select distinct brand_id from input order by brand_id
  ), locked as materialized (
    select locked.brand_id from brand_ids cross join lateral (
      select brand_id from entitlements e where e.brand_id = brand_ids.brand_id
        and e.tool_slug = ${TOOL} for key share) locked
  ), checked as materialized (
    select json_agg(brand_access) as access,
      bool_and(has_access) and (select count(*) from locked) = count(*) as locked,
      ${listening(TOOL, NOW)} as listened
    -- The offset keeps the query whole, so that it is planned for one brand, by the indexes.
    from brand_ids cross join lateral (select ${columns}, brand_ids.brand_id as named, ${isEntitled} as has_access
      from (select 1) one ${joins} offset 0) brand_access
  ), stored as (
    insert into events (id, brand_id, api_version, tool_slug, type, payload, occurred_at, received_at,
      idempotency_key, trace_id, duplicates)
    select id, brand_id, 1, ${TOOL}, type, payload, occurred_at, ${NOW},
      idempotency_key, trace_id, times - 1
    from input, checked where locked and not (${sql.placeholder("unlessListened")}::boolean and listened)
    order by brand_id, idempotency_key collate "C"
    on conflict (tool_slug, brand_id, idempotency_key) do update
      set duplicates = events.duplicates + excluded.duplicates + 1
    returning id, brand_id, idempotency_key
  )
  select access, locked, listened, (
    select json_agg(json_build_object('id', input.id, 'original', stored.id, 'differs', original.id is not null
      and original.payload_removed_at is null
      and (original.type, original.occurred_at, original.trace_id, original.payload)
        is distinct from (input.type, input.occurred_at, input.trace_id, input.payload)))
    from stored join input using (brand_id, idempotency_key) left join events original on original.id = stored.id
    where stored.id <> input.id) as repeated
  from checked`;
const storeAll = preparedStatement<Stored, { rows: string; tool: string; now: string; unlessListened: boolean }>(
  "take_events",
  storeQuery(),
);

function notEntitledMessage(candidates: ReadonlyMap<string, Candidate>, brandId: string): string {
  const first = candidates.size > 1 && [...candidates.values()].find(({ event }) => event.brand_id === brandId);
  return first
    ? `The brand of events.${first.at} is not entitled to this tool.`
    : "The brand is not entitled to this tool.";
}

/** @throws Unauthorized for an unregistered tool, Forbidden for a disabled one or a brand without access */
export async function storeEvents(
  { db, now, actor: { toolSlug: tool } }: Ctx<ToolActor>,
  { candidates, unlessListened }: { candidates: ReadonlyMap<string, Candidate>; unlessListened: boolean },
): Promise<Pick<Stored, "listened" | "repeated">> {
  const rows = Array.from(candidates.values(), ({ id, event, times }) => ({ id, times, ...event }));
  const [result] = await storeAll(db, { rows: JSON.stringify(rows), tool, now: now.toISOString(), unlessListened });
  for (const access of result?.access ?? []) {
    const notEntitled = () => new Forbidden(notEntitledMessage(candidates, access.named));
    const refusals = { not_registered: () => new Unauthorized(), no_brand: notEntitled, not_entitled: notEntitled };
    requireEntitledTool(access, refusals);
  }
  if (!result?.locked) throw new Forbidden("A brand of these events is not entitled to this tool.");
  return result;
}
