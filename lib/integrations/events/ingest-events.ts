import { and, eq, isNull } from "drizzle-orm";
import { refusingUnstorable } from "@/db/errors";
import { brands, events } from "@/db/schema";
import type { Event, LooseEvent } from "@/lib/contract";
import { type ApiKeyActor, inTransaction, type ToolActor } from "@/lib/platform/context";
import { Unauthorized } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { tracing } from "@/lib/platform/tracing";
import type { Ctx } from "../context";
import { enqueueRelayedEvents } from "../webhooks/enqueue-deliveries";
import { inBatches } from "./batch-ingest";
import { type Candidate, candidatesOf, findRelays, keyOf, storeEvents } from "./take-events";

/** `deduped`: the key was used before by this tool for this brand, or earlier in the batch. */
export interface Ingested {
  deduped: boolean;
}

/** The event that first used the key, if its body differs. */
interface IngestResult extends Ingested {
  differsFrom: string | null;
}

async function ingest(ctx: Ctx<ToolActor>, batch: readonly Event[]): Promise<IngestResult[]> {
  const candidates = candidatesOf(batch);
  const { repeated, relayed } = await refusingUnstorable(async () => {
    const direct = await storeEvents(ctx, { candidates, unlessListened: true });
    if (!direct.listened) return { ...direct, relayed: 0 };
    return inTransaction(ctx, async (tx) => {
      const { repeated } = await storeEvents(tx, { candidates, unlessListened: false });
      const known = new Set(repeated?.map(({ id }) => id));
      const accepted = Array.from(candidates.values()).filter(({ id }) => !known.has(id));
      const sourceTool = tx.actor.toolSlug;
      const relays = await findRelays(tx, { sourceTool, accepted });
      return { repeated, relayed: await enqueueRelayedEvents(tx, { relays }) };
    });
  });
  if (relayed > 0) ctx.wakeTick();

  const originals = new Map(repeated?.map((each) => [each.id, each]));
  const resultOf = ({ id, at, differing }: Candidate, index: number): IngestResult => {
    const known = originals.get(id);
    const differs = index === at ? known?.differs : differing.has(index);
    return { deduped: index !== at || known !== undefined, differsFrom: differs ? (known?.original ?? id) : null };
  };
  return batch.map((event, index) => resultOf(candidates.get(keyOf(event)) as Candidate, index));
}

const ingestInBatches = inBatches(ingest);

function logDiffering({ actor }: Ctx<ToolActor>, events: readonly Event[], results: readonly IngestResult[]): void {
  const differing = new Map<string, Event>();
  for (const [index, event] of events.entries()) {
    const original = results[index]?.differsFrom;
    if (original) differing.set(original, event);
  }
  for (const [eventId, { brand_id, type }] of differing)
    log.warn(
      { eventId, tool: actor.toolSlug, brandId: brand_id, type },
      "idempotency key reused with a different body; kept the first event",
    );
}

/**
 * Stores version 1 events of the acting tool, all or none. Returns for each, in order, whether it was a repeat.
 *
 * Unique by tool, brand and idempotency key. A repeat with another body is logged and ignored. Other tools with access
 * and a matching pattern get a delivery in the same transaction. The number of statements doesn't depend on the batch.
 * @throws Unauthorized for an unregistered tool, Forbidden for a disabled one or a brand without access, BadRequest for
 *   what can't be stored
 */
export async function ingestEvents(ctx: Ctx<ToolActor>, { events }: { events: readonly Event[] }): Promise<Ingested[]> {
  // A traced statement must belong to its own request.
  const results = await (tracing() ? ingest(ctx, events) : ingestInBatches(ctx, events));
  logDiffering(ctx, events, results);
  return results.map(({ deduped }) => ({ deduped }));
}

/**
 * Stores a version 0 event and returns its id. It has no idempotency key, so each call stores one, and isn't relayed.
 * @throws Unauthorized once the brand is archived, BadRequest for what can't be stored
 */
export async function ingestLooseEvent(
  ctx: Ctx<ApiKeyActor>,
  { event }: { event: LooseEvent },
): Promise<{ id: string }> {
  const { actor, now } = ctx;
  const id = newId();
  return refusingUnstorable(() =>
    ctx.db.transaction(async (tx) => {
      const [brand] = await tx
        .select({ id: brands.id })
        .from(brands)
        .where(and(eq(brands.id, actor.brandId), isNull(brands.archivedAt)))
        .for("key share");
      if (!brand) throw new Unauthorized();
      await tx.insert(events).values({
        id,
        brandId: brand.id,
        apiVersion: 0,
        apiKeyId: actor.apiKeyId,
        type: event.type,
        payload: event.payload,
        occurredAt: now,
        receivedAt: now,
      });
      return { id };
    }),
  );
}
