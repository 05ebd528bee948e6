import type { Database } from "@/db/client";
import { type Event, MAX_BATCH_BYTES, MAX_BATCH_EVENTS } from "@/lib/contract";
import type { ToolActor } from "@/lib/platform/context";
import { HubError } from "@/lib/platform/errors";
import { outsideRequests } from "@/lib/platform/request-scope";
import type { Ctx } from "../context";

/** Takes a batch all or none, and gives what each of its events came to. */
type Ingest<Result> = (ctx: Ctx<ToolActor>, batch: readonly Event[]) => Promise<Result[]>;

interface Sent<Result> {
  ctx: Ctx<ToolActor>;
  batch: readonly Event[];
  resolve: (results: Promise<Result[]>) => void;
}

/** Events of one tool that are taken together: no more than one request may send, by number and by the length of their JSON in characters. */
interface Turn<Result> {
  size: number;
  length: number;
  sent: Sent<Result>[];
  /** Has it taken now. */
  close(): void;
}

/** A tool's: the one that is still open, and how many are with the database. */
interface Turns<Result> {
  open: Turn<Result> | null;
  underway: number;
}

/** How long what comes while a turn is with the database waits for its end: one that waits for a lock does not hold up the others. */
const WAITS_MS = 5;
/** Beside more there is no room for much. */
const MOST_TO_GATHER = MAX_BATCH_EVENTS / 2;

/** Takes them together, and where something of them is refused each by itself, so that none meets another's refusal. */
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

/**
 * The same, but that what a tool sends is taken with whatever else it sends in the same turn of the event loop, or while what came before is with the
 * database.
 */
export function inTurn<Result>(ingest: Ingest<Result>): Ingest<Result> {
  /** Of each database, by tool. */
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
        // What follows it is nobody's request either.
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
