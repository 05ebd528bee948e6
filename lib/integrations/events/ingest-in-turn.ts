import type { Database } from "@/db/client";
import { type Event, MAX_BATCH_BYTES, MAX_BATCH_EVENTS } from "@/lib/contract";
import type { ToolActor } from "@/lib/platform/context";
import { HubError } from "@/lib/platform/errors";
import { outsideRequests } from "@/lib/platform/request-scope";
import type { Ctx } from "../context";

/** Stores a batch, all or none, with a result per event. */
type Ingest<Result> = (ctx: Ctx<ToolActor>, batch: readonly Event[]) => Promise<Result[]>;

interface Sent<Result> {
  ctx: Ctx<ToolActor>;
  batch: readonly Event[];
  resolve: (results: Promise<Result[]>) => void;
}

/** Requests of one tool stored together, at most as much as one request can send, by count and JSON length. */
interface Turn<Result> {
  size: number;
  length: number;
  sent: Sent<Result>[];
  close(): void;
}

interface Turns<Result> {
  open: Turn<Result> | null;
  underway: number;
}

/** How long a batch waits for the previous one. A batch that waits for a lock doesn't hold up the next. */
const WAITS_MS = 5;
/** A larger request leaves little space for others. */
const MOST_TO_GATHER = MAX_BATCH_EVENTS / 2;

/** Stores them together. If that is refused, stores each request alone, so that none gets another's error. */
async function takeTurn<Result>(ingest: Ingest<Result>, sent: readonly Sent<Result>[]): Promise<void> {
  const [first] = sent;
  if (!first) return;
  const together = ingest(
    first.ctx,
    sent.flatMap(({ batch }) => batch),
  );
  const isRefused =
    sent.length > 1 &&
    (await together.then(
      () => false,
      (error: unknown) => error instanceof HubError,
    ));
  let from = 0;
  const taking = sent.map(({ ctx, batch, resolve }) => {
    const place = from;
    from += batch.length;
    const results = isRefused ? ingest(ctx, batch) : together.then((all) => all.slice(place, place + batch.length));
    resolve(results);
    return results;
  });
  await Promise.allSettled(taking);
}

/** Batches what a tool sends in one turn of the event loop, or while its previous batch is being stored. */
export function inTurn<Result>(ingest: Ingest<Result>): Ingest<Result> {
  /** By database and tool. */
  const known = new WeakMap<Database, Map<string, Turns<Result>>>();

  function turnsOf({ db, actor: { toolSlug } }: Ctx<ToolActor>): Turns<Result> {
    const ofTools = known.get(db) ?? new Map<string, Turns<Result>>();
    known.set(db, ofTools);
    const turns = ofTools.get(toolSlug) ?? { open: null, underway: 0 };
    ofTools.set(toolSlug, turns);
    return turns;
  }

  function openTurn(turns: Turns<Result>): Turn<Result> {
    let timer: NodeJS.Timeout | undefined;
    const turn: Turn<Result> = {
      size: 0,
      length: 0,
      sent: [],
      close() {
        if (turns.open === turn) turns.open = null;
        clearTimeout(timer);
        turns.underway += 1;
        // The next batch belongs to no request.
        outsideRequests(() =>
          takeTurn(ingest, turn.sent).then(() => {
            turns.underway -= 1;
            turns.open?.close();
          }),
        );
      },
    };
    turns.open = turn;
    outsideRequests(() => {
      if (turns.underway > 0) timer = setTimeout(turn.close, WAITS_MS);
      else setImmediate(() => turns.open === turn && turn.close());
    });
    return turn;
  }

  return (ctx, batch) => {
    const size = batch.length;
    if (size > MOST_TO_GATHER) return ingest(ctx, batch);
    const { length } = JSON.stringify(batch);
    const turns = turnsOf(ctx);
    const { open } = turns;
    if (open && (open.size + size > MAX_BATCH_EVENTS || open.length + length > MAX_BATCH_BYTES)) open.close();
    const turn = turns.open ?? openTurn(turns);
    turn.size += size;
    turn.length += length;
    return new Promise((resolve) => turn.sent.push({ ctx, batch, resolve }));
  };
}
