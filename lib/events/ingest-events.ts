import { isDeepStrictEqual } from "node:util";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { refusingUnstorable } from "@/db/errors";
import { statement } from "@/db/statement";
import { type Event, MAX_BATCH_BYTES, MAX_BATCH_EVENTS } from "@/lib/contract";
import { enqueueRelayedEvents } from "@/lib/deliveries/server";
import { type Ctx, inTransaction, type ToolActor } from "@/lib/kernel/context";
import { Forbidden, HubError, Unauthorized } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { log } from "@/lib/kernel/log";
import { outsideRequests } from "@/lib/kernel/request-scope";
import { tracing } from "@/lib/kernel/tracing";
import { entitledTool, requireEntitledTool, type ToolStanding } from "@/lib/tools/server";
import { findRelays, listening } from "./find-relays";

/** What one event came to: `deduped` when its key had been seen for this tool and brand, in this batch or before. */
export interface Ingested {
  deduped: boolean;
}

/** The same, with the id of the event that its key stands for where that came with another body. */
interface Taking extends Ingested {
  differsFrom: string | null;
}

/** An event as it first stands in a batch, with the id that it has if its key is new. */
interface Candidate {
  id: string;
  event: Event;
  /** Where in the batch that is. */
  at: number;
  /** How often its key stands in the batch, and where with another body than the first. */
  times: number;
  differing: Set<number>;
}

const keyOf = (event: Event): string => `${event.brand_id} ${event.idempotency_key}`;

/** What of an event counts for telling whether a repeated key came with the same body; as JSON has it, where -0 is 0. */
const bodyOf = ({ type, occurred_at, trace_id, payload }: Event): unknown =>
  JSON.parse(JSON.stringify([type, Date.parse(occurred_at), trace_id ?? null, payload]));

function candidatesOf(batch: readonly Event[]): Map<string, Candidate> {
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
  standings: ToolStanding[];
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
    from wanted cross join lateral (select ${columns}, ${isEntitled} as may_act from (select 1) one ${joins} offset 0) standing
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

/** @throws Unauthorized for an unregistered tool; Forbidden for a disabled one, and when a brand is unknown, archived or not entitled */
async function take(
  { db, now, actor: { toolSlug: tool } }: Ctx<ToolActor>,
  { candidates, unlessListened }: { candidates: ReadonlyMap<string, Candidate>; unlessListened: boolean },
): Promise<Pick<Taken, "listened" | "repeated">> {
  const rows = Array.from(candidates.values(), ({ id, event, times }) => ({ id, times, ...event }));
  const [taken] = await takeAll(db, { rows: JSON.stringify(rows), tool, now: now.toISOString(), unlessListened });
  const notEntitled = () => new Forbidden("A brand of these events is not entitled to this tool.");
  const refusals = { not_registered: () => new Unauthorized(), no_brand: notEntitled, not_entitled: notEntitled };
  for (const standing of taken?.standings ?? []) requireEntitledTool(standing, refusals);
  if (!taken?.held) throw notEntitled();
  return taken;
}

/** Takes events all or none. */
async function ingest(ctx: Ctx<ToolActor>, batch: readonly Event[]): Promise<Taking[]> {
  const candidates = candidatesOf(batch);
  const { repeated, relayed } = await refusingUnstorable(async () => {
    const alone = await take(ctx, { candidates, unlessListened: true });
    if (!alone.listened) return { ...alone, relayed: 0 };
    return inTransaction(ctx, async (tx) => {
      const { repeated } = await take(tx, { candidates, unlessListened: false });
      const known = new Set(repeated?.map(({ id }) => id));
      const accepted = Array.from(candidates.values()).filter(({ id }) => !known.has(id));
      const sourceTool = tx.actor.toolSlug;
      const relays = await findRelays(tx, { sourceTool, accepted });
      return { repeated, relayed: await enqueueRelayedEvents(tx, { relays }) };
    });
  });
  if (relayed > 0) ctx.wakeTick();

  const originals = new Map(repeated?.map((each) => [each.id, each]));
  const takingOf = ({ id, at, differing }: Candidate, place: number): Taking => {
    const known = originals.get(id);
    const differs = place === at ? known?.differs : differing.has(place);
    return { deduped: place !== at || known !== undefined, differsFrom: differs ? (known?.original ?? id) : null };
  };
  return batch.map((event, place) => takingOf(candidates.get(keyOf(event)) as Candidate, place));
}

/** What requests of one tool sent in one turn of the event loop: no more than one of them may send, by number and by length. */
interface Turn {
  size: number;
  /** Of their JSON, in characters. */
  length: number;
  sent: { ctx: Ctx<ToolActor>; batch: readonly Event[]; resolve: (results: Promise<Taking[]>) => void }[];
}

/** Of each database, by tool. */
const turns = new WeakMap<Database, Map<string, Turn>>();

/** Takes what was sent together. Where something of it is refused each is taken by itself, so that none meets another's refusal. */
async function takeTurn({ sent }: Turn): Promise<void> {
  const [first] = sent;
  if (!first) return;
  const alone = () => {
    for (const { ctx, batch, resolve } of sent) resolve(ingest(ctx, batch));
  };
  if (sent.length === 1) return alone();
  const together = ingest(
    first.ctx,
    sent.flatMap(({ batch }) => batch),
  );
  const isRefused = await together.then(
    () => false,
    (error: unknown) => error instanceof HubError,
  );
  if (isRefused) return alone();
  let from = 0;
  for (const { batch, resolve } of sent) {
    const place = from;
    resolve(together.then((results) => results.slice(place, place + batch.length)));
    from += batch.length;
  }
}

/** The turn that a tool's events are to be taken in: one that has room for them, until it is over. */
function turnOf({ db, actor: { toolSlug } }: Ctx<ToolActor>, { size, length }: Pick<Turn, "size" | "length">): Turn {
  const ofTools = turns.get(db) ?? new Map<string, Turn>();
  turns.set(db, ofTools);
  const known = ofTools.get(toolSlug);
  if (known && known.size + size <= MAX_BATCH_EVENTS && known.length + length <= MAX_BATCH_BYTES) return known;
  const turn: Turn = { size: 0, length: 0, sent: [] };
  ofTools.set(toolSlug, turn);
  outsideRequests(() =>
    setImmediate(() => {
      if (ofTools.get(toolSlug) === turn) ofTools.delete(toolSlug);
      void takeTurn(turn);
    }),
  );
  return turn;
}

/** What a tool sends is taken with whatever else it sends in the same turn of the event loop. */
const ingestInTurn = (ctx: Ctx<ToolActor>, batch: readonly Event[]): Promise<Taking[]> =>
  new Promise((resolve) => {
    const added = { size: batch.length, length: JSON.stringify(batch).length };
    const turn = turnOf(ctx, added);
    turn.size += added.size;
    turn.length += added.length;
    turn.sent.push({ ctx, batch, resolve });
  });

/** Logs, without payloads, the keys that came again with another body. */
function logDiffering({ actor }: Ctx<ToolActor>, events: readonly Event[], taken: readonly Taking[]): void {
  const differing = new Map<string, Event>();
  for (const [place, event] of events.entries()) {
    const original = taken[place]?.differsFrom;
    if (original) differing.set(original, event);
  }
  for (const [eventId, { brand_id, type }] of differing)
    log.warn(
      { eventId, tool: actor.toolSlug, brandId: brand_id, type },
      "an idempotency key was sent again with a different body; the first one stands",
    );
}

/**
 * Takes version 1 events of the acting tool, all or none, and says of each in order whether it was a repetition.
 *
 * Unique on (tool, brand, idempotency key), also within the batch; the same key with another body is a no-op that is logged. In the same
 * transaction every other entitled tool whose pattern matches gets its delivery. A number of statements that does not grow with the batch; what a tool
 * sends in one turn of the event loop shares them.
 * @throws Unauthorized for an unregistered tool; Forbidden for a disabled one, and when a brand is unknown, archived or not entitled;
 *   BadRequest for what cannot be stored
 */
export async function ingestEvents(ctx: Ctx<ToolActor>, { events }: { events: readonly Event[] }): Promise<Ingested[]> {
  // Each statement belongs into the trace of its own request.
  const taken = await (tracing() ? ingest(ctx, events) : ingestInTurn(ctx, events));
  logDiffering(ctx, events, taken);
  return taken.map(({ deduped }) => ({ deduped }));
}
