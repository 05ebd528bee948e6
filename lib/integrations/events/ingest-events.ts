import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { refusingUnstorable } from "@/db/errors";
import { brands, events } from "@/db/schema";
import { type Event, type LooseEvent, MAX_BATCH_BYTES, MAX_BATCH_EVENTS } from "@/lib/contract";
import { type ApiKeyActor, inTransaction, type ToolActor } from "@/lib/platform/context";
import { HubError, Unauthorized } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { outsideRequests } from "@/lib/platform/request-scope";
import { tracing } from "@/lib/platform/tracing";
import type { Ctx } from "../context";
import { enqueueRelayedEvents } from "../webhooks/enqueue-deliveries";
import { type Candidate, candidatesOf, findRelays, keyOf, storeEvents } from "./take-events";

/** All or none, with a result per event. */
type Ingest<Result> = (ctx: Ctx<ToolActor>, events: readonly Event[]) => Promise<Result[]>;

interface Request<Result> {
  ctx: Ctx<ToolActor>;
  events: readonly Event[];
  resolve: (results: Promise<Result[]>) => void;
}

/** Requests of one tool, together at most as large as one request can be. */
interface Batch<Result> {
  size: number;
  length: number;
  requests: Request<Result>[];
  close(): void;
}

interface Queue<Result> {
  open: Batch<Result> | null;
  running: number;
}

/** A batch that waits for a lock doesn't hold up the next. */
const WAIT_MS = 5;
const MAX_BATCHED = MAX_BATCH_EVENTS / 2;

/** If the batch is refused, stores each request alone, so that none gets another's error. */
async function storeBatch<Result>(ingest: Ingest<Result>, requests: readonly Request<Result>[]): Promise<void> {
  const [first] = requests;
  if (!first) return;
  const all = ingest(
    first.ctx,
    requests.flatMap(({ events }) => events),
  );
  const isRefused =
    requests.length > 1 &&
    (await all.then(
      () => false,
      (error: unknown) => error instanceof HubError,
    ));
  let from = 0;
  const storing = requests.map(({ ctx, events, resolve }) => {
    const start = from;
    from += events.length;
    const results = isRefused ? ingest(ctx, events) : all.then((each) => each.slice(start, start + events.length));
    resolve(results);
    return results;
  });
  await Promise.allSettled(storing);
}

/** Batches what a tool sends in one turn of the event loop, or while its previous batch is being stored. */
export function inBatches<Result>(ingest: Ingest<Result>): Ingest<Result> {
  /** By database and tool. */
  const queues = new WeakMap<Database, Map<string, Queue<Result>>>();

  function queueOf({ db, actor: { toolSlug } }: Ctx<ToolActor>): Queue<Result> {
    const byTool = queues.get(db) ?? new Map<string, Queue<Result>>();
    queues.set(db, byTool);
    const queue = byTool.get(toolSlug) ?? { open: null, running: 0 };
    byTool.set(toolSlug, queue);
    return queue;
  }

  function openBatch(queue: Queue<Result>): Batch<Result> {
    let timer: NodeJS.Timeout | undefined;
    const batch: Batch<Result> = {
      size: 0,
      length: 0,
      requests: [],
      close() {
        if (queue.open === batch) queue.open = null;
        clearTimeout(timer);
        queue.running += 1;
        // The next batch belongs to no request.
        outsideRequests(() =>
          storeBatch(ingest, batch.requests).then(() => {
            queue.running -= 1;
            queue.open?.close();
          }),
        );
      },
    };
    queue.open = batch;
    outsideRequests(() => {
      if (queue.running > 0) timer = setTimeout(batch.close, WAIT_MS);
      else setImmediate(() => queue.open === batch && batch.close());
    });
    return batch;
  }

  return (ctx, events) => {
    const size = events.length;
    if (size > MAX_BATCHED) return ingest(ctx, events);
    const { length } = JSON.stringify(events);
    const queue = queueOf(ctx);
    const { open } = queue;
    if (open && (open.size + size > MAX_BATCH_EVENTS || open.length + length > MAX_BATCH_BYTES)) open.close();
    const batch = queue.open ?? openBatch(queue);
    batch.size += size;
    batch.length += length;
    return new Promise((resolve) => batch.requests.push({ ctx, events, resolve }));
  };
}

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
