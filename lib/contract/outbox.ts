// SPDX-License-Identifier: MIT
import { inBatches } from "./batches.js";
import { type HubClient, HubRequestError } from "./client.js";
import { Event, MAX_BATCH_EVENTS } from "./events.js";

export interface QueuedEvent {
  position: number;
  event: Event;
}

/** Stores events until the hub accepts them. Each method must be one atomic statement. */
export interface OutboxStore {
  /** Appends an event, within your transaction if there is one. */
  add(event: Event): Promise<void>;
  /** Returns up to `limit` events in order, without those set aside. */
  first(limit: number): Promise<QueuedEvent[]>;
  /** Deletes events that the hub accepted. */
  remove(positions: readonly number[]): Promise<void>;
  /** Removes an event from the queue. Keeps it and the reason for a person. */
  setAside(position: number, reason: string): Promise<void>;
}

export interface OutboxOptions {
  store: OutboxStore;
  client: Pick<HubClient, "sendEvents">;
  /** Called for a refused event, which is set aside. */
  onRefused?: (refused: { queued: QueuedEvent; error: HubRequestError }) => void;
}

/** Statuses that a retry can't change. 401 and 429 depend on credentials and load. */
const isPoison = (error: unknown): error is HubRequestError =>
  error instanceof HubRequestError && [400, 403, 404, 413, 422].includes(error.status ?? 0);

/**
 * Queues events. Add them in your own transaction. `flush` sends them in order, in batches of up to 500 events and 1
 * MiB.
 * After a crash, unconfirmed events are sent again. The hub drops known `idempotency_key`s.
 */
export class Outbox {
  private readonly options: OutboxOptions;
  private sending: Promise<unknown> = Promise.resolve();

  constructor(options: OutboxOptions) {
    this.options = options;
  }

  /** Queues an event. Pass `store` to add it in your own transaction. @throws ZodError if the event is invalid */
  async add(event: Event, store: Pick<OutboxStore, "add"> = this.options.store): Promise<void> {
    await store.add(Event.parse(event));
  }

  /**
   * Sends queued events. Returns how many the hub has. Unsent events stay queued.
   * @throws HubRequestError for the error that stopped it
   */
  flush(): Promise<number> {
    const run = this.sending.catch(() => {}).then(() => this.sendAll());
    this.sending = run;
    return run;
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
        // A batch is all or nothing. Halve it until the refused event is alone.
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
