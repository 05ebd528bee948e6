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

/** `deduped`: this tool and brand had already used the key, in this batch or before. */
export interface Ingested {
  deduped: boolean;
}

/** `differsFrom`: the event that first used the key, if its body differs. */
interface Taking extends Ingested {
  differsFrom: string | null;
}

/** Stores all events or none. */
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

/** Logs keys that were reused with another body, without payloads. */
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
 * Stores version 1 events of the acting tool, all or none. Tells for each, in order, whether it was a repeat.
 *
 * Unique by tool, brand and idempotency key, also within the batch. A repeat with another body is logged and ignored.
 * Other tools with access and a matching pattern get a delivery in the same transaction. The number of statements
 * doesn't depend on the batch, and concurrent calls of a tool share them.
 * @throws Unauthorized for an unregistered tool, Forbidden for a disabled one or a brand that is unknown, archived or
 *   without access, BadRequest for what can't be stored
 */
export async function ingestEvents(ctx: Ctx<ToolActor>, { events }: { events: readonly Event[] }): Promise<Ingested[]> {
  // A traced statement must belong to its own request.
  const taken = await (tracing() ? ingest(ctx, events) : ingestInTurn(ctx, events));
  logDiffering(ctx, events, taken);
  return taken.map(({ deduped }) => ({ deduped }));
}

/**
 * Stores a version 0 event for the key's brand and returns its id. It has no idempotency key, so each call stores one,
 * and it isn't relayed to tools. @throws Unauthorized once the brand is archived, BadRequest for what can't be stored
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
