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
import { inTurn } from "./ingest-in-turn";
import { type Candidate, candidatesOf, findRelays, keyOf, take } from "./take-events";

/** What one event came to: `deduped` when its key had been seen for this tool and brand, in this batch or before. */
export interface Ingested {
  deduped: boolean;
}

/** The same, with the id of the event that its key stands for where that came with another body. */
interface Taking extends Ingested {
  differsFrom: string | null;
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

const ingestInTurn = inTurn(ingest);

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

/**
 * Stores a version 0 event for the key's brand and gives its id. Every call stores one: without an idempotency key there is no repetition,
 * and version 0 events do not spread to other tools. @throws Unauthorized once the brand is archived, BadRequest for what cannot be stored
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
