import type { Database } from "@/db/client";
import { type Event, MAX_BATCH_BYTES, MAX_BATCH_EVENTS } from "@/lib/contract";
import type { ToolActor } from "@/lib/platform/context";
import { HubError } from "@/lib/platform/errors";
import { outsideRequests } from "@/lib/platform/request-scope";
import type { Ctx } from "../context";

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
