import { isDeepStrictEqual } from "node:util";
import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { entitlements, tools } from "@/db/schema";
import { statement } from "@/db/statement";
import type { Event } from "@/lib/contract";
import type { ToolActor } from "@/lib/platform/context";
import { Forbidden, Unauthorized } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "../context";
import { entitledTool, requireEntitledTool, type ToolStanding } from "../tools/entitled-tool";
import { matchesPattern } from "../tools/matches-pattern";
import type { Relay } from "../webhooks/enqueue-deliveries";

/** Selects something where another tool subscribes to one of the brands and takes events of some type. */
const listening = (sourceTool: SQL, brandIds: SQL): SQL => sql`
  select from subscriptions s join tools other on other.slug = s.tool_slug
  where s.brand_id in (${brandIds}) and other.slug <> ${sourceTool} and cardinality(other.event_patterns) > 0`;

/**
 * Who is notified of accepted events: every other tool that is entitled for the event's brand and lists a pattern that matches its type,
 * once per event. Source: docs/decisions/integrations.md, Events.
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

/** An event as it first stands in a batch, with the id that it has if its key is new. */
export interface Candidate {
  id: string;
  event: Event;
  /** Where in the batch that is. */
  at: number;
  /** How often its key stands in the batch, and where with another body than the first. */
  times: number;
  differing: Set<number>;
}

export const keyOf = (event: Event): string => `${event.brand_id} ${event.idempotency_key}`;

/** What of an event counts for telling whether a repeated key came with the same body; as JSON has it, where -0 is 0. */
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

interface Taken {
  /** `named` is the brand as the events name it, which there may be none of. */
  standings: (ToolStanding & { named: string })[];
  /** Each brand is entitled to the tool, and stays so until the transaction ends. */
  held: boolean;
  /** Another tool may be to receive something. */
  listened: boolean;
  /** The candidates whose keys were known, with the event that stands, and whether it has another body. */
  repeated: { id: string; original: string; differs: boolean }[] | null;
}

const TOOL = sql`${sql.placeholder("tool")}::text`;
const { columns, joins, isEntitled } = entitledTool(TOOL, sql`wanted.brand_id`);

/**
 * Judges the tool, stores the events whose keys are new, and counts the others on those that they repeat: docs/adr/0034-events-in-one-statement.md. Nothing is stored
 * for a tool that may not speak for all of the brands, nor, with `unlessListened`, where another tool may be to receive something.
 *
 * The entitlements are locked, so that who ends one waits. The rows come as one value, since to write a statement of thousands would hold the thread up, and are taken in
 * one order for all, so that two batches with the same keys never wait for one another.
 */
const taking = (): SQL => sql`
  with given as materialized (
    select * from json_to_recordset(${sql.placeholder("rows")}::json) as given(id uuid, times int, brand_id uuid, type text,
      payload jsonb, occurred_at timestamptz, idempotency_key text, trace_id text)
  ), wanted as materialized (
    select distinct brand_id from given order by brand_id
  ), held as materialized (
    select held.brand_id from wanted cross join lateral (
      select brand_id from entitlements e where e.brand_id = wanted.brand_id and e.tool_slug = ${TOOL} for key share) held
  ), judged as materialized (
    select json_agg(standing) as standings, bool_and(may_act) and (select count(*) from held) = count(*) as held,
      exists (${listening(TOOL, sql`select brand_id from wanted`)}) as listened
    -- The offset keeps the query whole, so that it is planned for one brand, by the indexes.
    from wanted cross join lateral (select ${columns}, wanted.brand_id as named, ${isEntitled} as may_act from (select 1) one ${joins} offset 0) standing
  ), stored as (
    insert into events (id, brand_id, api_version, tool_slug, type, payload, occurred_at, received_at, idempotency_key, trace_id, duplicates)
    select id, brand_id, 1, ${TOOL}, type, payload, occurred_at, ${sql.placeholder("now")}::timestamptz, idempotency_key, trace_id, times - 1
    from given, judged where held and not (${sql.placeholder("unlessListened")}::boolean and listened)
    order by brand_id, idempotency_key collate "C"
    on conflict (tool_slug, brand_id, idempotency_key) do update set duplicates = events.duplicates + excluded.duplicates + 1
    returning id, brand_id, idempotency_key
  )
  select standings, held, listened, (
    select json_agg(json_build_object('id', given.id, 'original', stored.id, 'differs', original.id is not null
      and original.payload_removed_at is null and (original.type, original.occurred_at, original.trace_id, original.payload)
        is distinct from (given.type, given.occurred_at, given.trace_id, given.payload)))
    from stored join given using (brand_id, idempotency_key) left join events original on original.id = stored.id
    where stored.id <> given.id) as repeated
  from judged`;
const takeAll = statement<Taken, { rows: string; tool: string; now: string; unlessListened: boolean }>(
  "take_events",
  taking(),
);

/** Names the first event of the brand, by its place in the batch. */
function notEntitledText(candidates: ReadonlyMap<string, Candidate>, brandId: string): string {
  const found = candidates.size > 1 && [...candidates.values()].find(({ event }) => event.brand_id === brandId);
  return found
    ? `The brand of events.${found.at} is not entitled to this tool.`
    : "The brand is not entitled to this tool.";
}

/** @throws Unauthorized for an unregistered tool; Forbidden for a disabled one, and when a brand is unknown, archived or not entitled */
export async function take(
  { db, now, actor: { toolSlug: tool } }: Ctx<ToolActor>,
  { candidates, unlessListened }: { candidates: ReadonlyMap<string, Candidate>; unlessListened: boolean },
): Promise<Pick<Taken, "listened" | "repeated">> {
  const rows = Array.from(candidates.values(), ({ id, event, times }) => ({ id, times, ...event }));
  const [taken] = await takeAll(db, { rows: JSON.stringify(rows), tool, now: now.toISOString(), unlessListened });
  for (const standing of taken?.standings ?? []) {
    const notEntitled = () => new Forbidden(notEntitledText(candidates, standing.named));
    const refusals = { not_registered: () => new Unauthorized(), no_brand: notEntitled, not_entitled: notEntitled };
    requireEntitledTool(standing, refusals);
  }
  if (!taken?.held) throw new Forbidden("A brand of these events is not entitled to this tool.");
  return taken;
}
