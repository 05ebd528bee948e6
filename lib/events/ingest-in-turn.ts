import type { Database } from "@/db/client";
import { type Event, MAX_BATCH_BYTES, MAX_BATCH_EVENTS } from "@/lib/contract";
import type { Ctx, ToolActor } from "@/lib/kernel/context";
import { HubError } from "@/lib/kernel/errors";
import { outsideRequests } from "@/lib/kernel/request-scope";

/** Takes a batch all or none, and gives what each of its events came to. */
type Ingest<Result> = (ctx: Ctx<ToolActor>, batch: readonly Event[]) => Promise<Result[]>;

/** What requests of one tool sent in one turn of the event loop: no more than one of them may send, by number and by length. */
interface Turn<Result> {
  size: number;
  /** Of their JSON, in characters. */
  length: number;
  sent: { ctx: Ctx<ToolActor>; batch: readonly Event[]; resolve: (results: Promise<Result[]>) => void }[];
}

/** Takes what was sent together. Where something of it is refused each is taken by itself, so that none meets another's refusal. */
async function takeTurn<Result>(ingest: Ingest<Result>, { sent }: Turn<Result>): Promise<void> {
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

/** The same, but that what a tool sends is taken with whatever else it sends in the same turn of the event loop. */
export function inTurn<Result>(ingest: Ingest<Result>): Ingest<Result> {
  /** Of each database, by tool. */
  const turns = new WeakMap<Database, Map<string, Turn<Result>>>();

  /** The turn that a tool's events are to be taken in: one that has room for them, until it is over. */
  function turnOf({ db, actor: { toolSlug } }: Ctx<ToolActor>, added: Pick<Turn<Result>, "size" | "length">) {
    const ofTools = turns.get(db) ?? new Map<string, Turn<Result>>();
    turns.set(db, ofTools);
    const known = ofTools.get(toolSlug);
    const hasRoom = (turn: Turn<Result>) =>
      turn.size + added.size <= MAX_BATCH_EVENTS && turn.length + added.length <= MAX_BATCH_BYTES;
    if (known && hasRoom(known)) return known;
    const turn: Turn<Result> = { size: 0, length: 0, sent: [] };
    ofTools.set(toolSlug, turn);
    outsideRequests(() =>
      setImmediate(() => {
        if (ofTools.get(toolSlug) === turn) ofTools.delete(toolSlug);
        void takeTurn(ingest, turn);
      }),
    );
    return turn;
  }

  return (ctx, batch) =>
    new Promise((resolve) => {
      const added = { size: batch.length, length: JSON.stringify(batch).length };
      const turn = turnOf(ctx, added);
      turn.size += added.size;
      turn.length += added.length;
      turn.sent.push({ ctx, batch, resolve });
    });
}
