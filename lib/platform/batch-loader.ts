import { outsideRequests } from "./request-scope";

interface Pending<Key, Value> {
  key: Key;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
}

export type NonEmpty<Item> = [Item, ...Item[]];

interface BatchOptions<Key, Value> {
  /** One value per key, in the same order. If it rejects, every key of the batch does. */
  batchFn: (keys: NonEmpty<Key>) => Promise<Value[]>;
  /** Only keys of the same group share a batch. */
  groupOf?: (key: Key) => string;
}

/** Longer queues are split, so that one batch doesn't delay the others. */
const MAX_BATCH_SIZE = 100;

function groupsOf<Item>(items: Item[], groupOf: (item: Item) => string): Iterable<Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = groupOf(item);
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  }
  return groups.values();
}

async function load<Key, Value>(
  batchFn: BatchOptions<Key, Value>["batchFn"],
  pending: Pending<Key, Value>[],
): Promise<void> {
  try {
    const values = await batchFn(pending.map(({ key }) => key) as NonEmpty<Key>);
    for (const [at, { resolve }] of pending.entries()) resolve(values[at] as Value);
  } catch (error) {
    for (const { reject } of pending) reject(error);
  }
}

/**
 * Sends batches at the end of the event-loop turn, so a result is never older than its request. Loaders run in order
 * of creation.
 */
export class BatchScheduler {
  private readonly dispatches: (() => void)[] = [];
  private isScheduled = false;

  loader<Key, Value>({ batchFn, groupOf }: BatchOptions<Key, Value>): (key: Key) => Promise<Value> {
    let queue: Pending<Key, Value>[] = [];
    this.dispatches.push(() => {
      const pending = queue;
      queue = [];
      for (const group of groupOf ? groupsOf(pending, ({ key }) => groupOf(key)) : [pending])
        for (let from = 0; from < group.length; from += MAX_BATCH_SIZE)
          void load(batchFn, group.slice(from, from + MAX_BATCH_SIZE));
    });
    return (key) =>
      new Promise((resolve, reject) => {
        queue.push({ key, resolve, reject });
        this.schedule();
      });
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    outsideRequests(() =>
      setImmediate(() => {
        this.isScheduled = false;
        for (const dispatch of this.dispatches) dispatch();
      }),
    );
  }
}
