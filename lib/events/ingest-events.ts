import { isDeepStrictEqual } from "node:util";
import { and, eq, inArray, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { refusingUnstorable } from "@/db/errors";
import { entitlements, events } from "@/db/schema";
import type { Event } from "@/lib/contract";
import { enqueueRelayedEvents } from "@/lib/deliveries/server";
import { type Ctx, inTransaction, type ToolActor } from "@/lib/kernel/context";
import { Forbidden, Unauthorized } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { log } from "@/lib/kernel/log";
import { entitledTool, requireEntitledTool, type ToolStanding } from "@/lib/tools/server";
import { findRelays } from "./find-relays";

/** What one event came to: `deduped` when its key had been seen for this tool and brand, in this batch or before. */
export interface Ingested {
  deduped: boolean;
}

const keyOf = (event: Pick<Event, "brand_id" | "idempotency_key">): string =>
  `${event.brand_id} ${event.idempotency_key}`;

/** What of an event counts for telling whether a repeated key came with the same body; as JSON has it, where -0 is 0. */
const bodyOf = (event: Pick<Event, "type" | "occurred_at" | "trace_id" | "payload">): unknown =>
  JSON.parse(JSON.stringify([event.type, event.occurred_at, event.trace_id ?? null, event.payload]));

/**
 * Guarantees that the tool may speak for all of the brands, and goes on to be entitled until the transaction ends: the entitlements are
 * locked before they are judged. @throws Unauthorized for an unregistered tool, Forbidden otherwise
 */
async function requireEntitled(
  { db, actor: { toolSlug } }: Ctx<ToolActor>,
  brandIds: readonly string[],
): Promise<void> {
  await db
    .select({ brandId: entitlements.brandId })
    .from(entitlements)
    .where(and(eq(entitlements.toolSlug, toolSlug), inArray(entitlements.brandId, [...brandIds])))
    .orderBy(entitlements.brandId)
    .for("key share");
  const { columns, joins } = entitledTool(toolSlug, sql`wanted.brand_id`);
  const standings = await rowsOf<ToolStanding>(
    db,
    sql`select ${columns} from unnest(${sql.param(brandIds)}::uuid[]) as wanted(brand_id) ${joins}`,
  );
  const notEntitled = () => new Forbidden("A brand of these events is not entitled to this tool.");
  const refusals = { not_registered: () => new Unauthorized(), no_brand: notEntitled, not_entitled: notEntitled };
  for (const standing of standings) requireEntitledTool(standing, refusals);
}

/** Stores the events whose keys are new, in one statement, and gives their keys. */
async function insertNew(
  { db, now, actor: { toolSlug } }: Ctx<ToolActor>,
  candidates: readonly Event[],
): Promise<Set<string>> {
  const rows = candidates.map((event) => ({
    id: newId(),
    brandId: event.brand_id,
    apiVersion: 1,
    toolSlug,
    type: event.type,
    payload: event.payload,
    occurredAt: new Date(event.occurred_at),
    receivedAt: now,
    idempotencyKey: event.idempotency_key,
    traceId: event.trace_id ?? null,
  }));
  const inserted = await db
    .insert(events)
    .values(rows)
    .onConflictDoNothing({ target: [events.toolSlug, events.brandId, events.idempotencyKey] })
    .returning({ brand_id: events.brandId, idempotency_key: events.idempotencyKey });
  return new Set(
    inserted.map(({ brand_id, idempotency_key }) => keyOf({ brand_id, idempotency_key: idempotency_key ?? "" })),
  );
}

/** Counts each repetition on the event it repeats, and logs, without payloads, those whose body differs from it. */
async function countRepetitions(
  { db, actor: { toolSlug } }: Ctx<ToolActor>,
  repeated: readonly Event[],
): Promise<void> {
  const counts = new Map<string, { brand_id: string; key: string; times: number }>();
  for (const event of repeated) {
    const entry = counts.get(keyOf(event)) ?? { brand_id: event.brand_id, key: event.idempotency_key, times: 0 };
    counts.set(keyOf(event), { ...entry, times: entry.times + 1 });
  }
  // Locked in one order, so that two batches with the same keys never wait for one another.
  const stored = await rowsOf<Omit<Event, "occurred_at"> & { id: string; occurred_at_ms: number; removed: boolean }>(
    db,
    sql`
    with repeated as (
      select * from json_to_recordset(${JSON.stringify([...counts.values()])}::json)
        as repeated(brand_id uuid, key text, times int)
    ), original as (
      select e.id, repeated.times from events e
      join repeated on e.tool_slug = ${toolSlug} and e.brand_id = repeated.brand_id and e.idempotency_key = repeated.key
      order by e.id
      for no key update of e
    )
    update events e set duplicates = e.duplicates + original.times from original where e.id = original.id
    returning e.id, e.brand_id, e.idempotency_key, e.type, e.trace_id, e.payload, e.payload_removed_at is not null as removed,
      extract(epoch from e.occurred_at)::float8 * 1000 as occurred_at_ms`,
  );
  const originals = new Map(stored.map((row) => [keyOf(row), row]));
  for (const event of repeated) {
    const original = originals.get(keyOf(event));
    // What was removed cannot be compared with.
    if (!original || original.removed) continue;
    const occurredAt = new Date(original.occurred_at_ms).toISOString();
    if (isDeepStrictEqual(bodyOf(event), bodyOf({ ...original, occurred_at: occurredAt }))) continue;
    log.warn(
      { eventId: original.id, tool: toolSlug, brandId: event.brand_id, type: event.type },
      "an idempotency key was sent again with a different body; the first one stands",
    );
  }
}

/**
 * Takes version 1 events of the acting tool, all or none, and says of each in order whether it was a repetition.
 *
 * Unique on (tool, brand, idempotency key), also within the batch; the same key with another body is a no-op that is logged. In the same
 * transaction every other entitled tool whose pattern matches gets its delivery. A number of statements that does not grow with the batch.
 * @throws Unauthorized for an unregistered tool; Forbidden for a disabled one, and when a brand is unknown, archived or not entitled;
 *   BadRequest for what cannot be stored
 */
export async function ingestEvents(
  ctx: Ctx<ToolActor>,
  { events: batch }: { events: readonly Event[] },
): Promise<Ingested[]> {
  const { relayed, results } = await refusingUnstorable(() =>
    inTransaction(ctx, async (tx) => {
      await requireEntitled(tx, [...new Set(batch.map((event) => event.brand_id))]);
      const firstAt = new Map<string, number>();
      for (const [index, event] of batch.entries()) if (!firstAt.has(keyOf(event))) firstAt.set(keyOf(event), index);
      const firsts = batch.filter((event, index) => firstAt.get(keyOf(event)) === index);
      // In one order for all, so that two batches with the same new keys never wait for one another.
      const candidates = firsts.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
      const isNew = candidates.length > 0 ? await insertNew(tx, candidates) : new Set<string>();

      const accepted = firsts.filter((event) => isNew.has(keyOf(event)));
      const results = batch.map((event, index) => ({
        deduped: firstAt.get(keyOf(event)) !== index || !isNew.has(keyOf(event)),
      }));
      const repeated = batch.filter((_, index) => results[index]?.deduped);
      if (repeated.length > 0) await countRepetitions(tx, repeated);
      const relays = await findRelays(tx, { sourceTool: tx.actor.toolSlug, accepted });
      return { relayed: await enqueueRelayedEvents(tx, { relays }), results };
    }),
  );
  if (relayed > 0) ctx.wakeTick();
  return results;
}
