// SPDX-License-Identifier: MIT
import { inBatches } from "./batches.js";
import { type HubClient, HubRequestError } from "./client.js";
import { Event, MAX_BATCH_EVENTS } from "./events.js";

export interface QueuedEvent {
  /** Orders the queue. */
  position: number;
  event: Event;
}

/** Where a child keeps its events until the hub has them. Each method is one atomic statement of its store. */
export interface OutboxStore {
  /** Adds an event at the end. On a transaction of yours it is there exactly if that commits. */
  add(event: Event): Promise<void>;
  /** The first so many, in order, without those that were set aside. */
  first(limit: number): Promise<QueuedEvent[]>;
  /** Removes what the hub has. */
  remove(positions: readonly number[]): Promise<void>;
  /** Keeps it out of the way with the reason, for a person. */
  setAside(position: number, reason: string): Promise<void>;
}

export interface OutboxOptions {
  store: OutboxStore;
  client: Pick<HubClient, "sendEvents">;
  /** An event that the hub refuses, and that is set aside so that the others go on. */
  onRefused?: (refused: { queued: QueuedEvent; error: HubRequestError }) => void;
}

/** Refused for what it is, however often it is sent: not for the credentials, the pace or the moment. */
const isPoison = (error: unknown): error is HubRequestError =>
  error instanceof HubRequestError && [400, 403, 404, 413, 422].includes(error.status ?? 0);

/**
 * The child's queue of events for the hub. They are added within the child's own transaction, sent in order in batches of at most 500 events and 1 MiB,
 * and removed only once the hub has said that it has them: whatever dies in between sends them again, and the hub drops by `idempotency_key` what it knows. One that it refuses
 * is found among its batch and set aside.
 */
export class Outbox {
  private readonly options: OutboxOptions;
  private sending: Promise<unknown> = Promise.resolve();

  constructor(options: OutboxOptions) {
    this.options = options;
  }

  /** Adds an event; on `store` a queue within your own transaction. @throws ZodError where the hub would refuse its form */
  async add(event: Event, store: Pick<OutboxStore, "add"> = this.options.store): Promise<void> {
    await store.add(Event.parse(event));
  }

  /**
   * Sends what waits, and gives how many the hub has taken or knew. The client waits and tries again as the contract says; what it gives up stays in the queue.
   * @throws HubRequestError what kept it from going on
   */
  flush(): Promise<number> {
    const turn = this.sending.catch(() => {}).then(() => this.sendAll());
    this.sending = turn;
    return turn;
  }

  private async sendAll(): Promise<number> {
    let sent = 0;
    for (;;) {
      const queued = await this.options.store.first(MAX_BATCH_EVENTS);
      if (queued.length === 0) return sent;
      let from = 0;
      for (const { length } of inBatches(queued.map(({ event }) => event))) {
        sent += await this.send(queued.slice(from, from + length));
        from += length;
      }
    }
  }

  private async send(queued: readonly QueuedEvent[]): Promise<number> {
    const { store, client, onRefused } = this.options;
    const [first, second] = queued;
    try {
      await client.sendEvents(queued.map(({ event }) => event));
    } catch (error) {
      if (!first || !isPoison(error)) throw error;
      if (second) {
        // A batch is all or nothing: halves, until the one stands alone that spoils it.
        const middle = Math.ceil(queued.length / 2);
        return (await this.send(queued.slice(0, middle))) + (await this.send(queued.slice(middle)));
      }
      await store.setAside(first.position, error.message);
      onRefused?.({ queued: first, error });
      return 0;
    }
    await store.remove(queued.map(({ position }) => position));
    return queued.length;
  }
}
