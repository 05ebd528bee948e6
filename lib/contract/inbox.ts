// SPDX-License-Identifier: MIT
import type { RelayedEvent } from "./webhooks.js";

/** Milliseconds until a failed or interrupted attempt is retried. */
export const INBOX_RETRY_MS = 5 * 60_000;
/** Attempts before an event is set aside. */
export const INBOX_ATTEMPTS = 12;
/** Milliseconds for which a processed event is remembered to detect duplicates. */
export const INBOX_KEEP_MS = 30 * 24 * 60 * 60_000;

export interface InboxEntry {
  key: string;
  event: RelayedEvent;
  /** Including this one. */
  attempts: number;
}

/** Stores events until they are processed. Each method must be one atomic statement. */
export interface InboxStore {
  /** Adds an event due at `at`. Returns false if the key exists, in any state. */
  add(key: string, event: RelayedEvent, at: Date): Promise<boolean>;
  /** Claims the longest due event until `until`, or returns null. */
  take(at: Date, until: Date): Promise<InboxEntry | null>;
  /** Marks the event as processed and keeps its key. */
  finish(key: string, at: Date): Promise<void>;
  /** Stops retries. Keeps the event and reason for a person. */
  setAside(key: string, reason: string): Promise<void>;
  /** Deletes events that were processed before `before`. */
  forget(before: Date): Promise<void>;
}

export interface InboxOptions {
  store: InboxStore;
  /** Processes one event. It can run twice if the process crashes, so make it idempotent. */
  onEvent: (event: RelayedEvent) => void | Promise<void>;
  /** Called with what `onEvent` threw. `setAside` is true after the last attempt. */
  onFailure?: (failure: { entry: InboxEntry; error: unknown; setAside: boolean }) => void;
  now?: () => Date;
}

/**
 * Stores other tools' events, then processes each once. A replay from the hub is processed again.
 * Call `work` at process start and every few minutes to retry failed and interrupted events.
 */
export class Inbox {
  private readonly options: InboxOptions;
  private readonly now: () => Date;
  private working: Promise<void> = Promise.resolve();

  constructor(options: InboxOptions) {
    this.options = options;
    this.now = options.now ?? (() => new Date());
  }

  /** Stores an event of a verified webhook. Returns false for a duplicate. */
  take(event: RelayedEvent, replay: number): Promise<boolean> {
    const key = replay === 0 ? event.id : `${event.id}.${replay}`;
    return this.options.store.add(key, event, this.now());
  }

  /** Processes due events one by one until none is left. @throws errors of the store */
  work(): Promise<void> {
    // A running pass may already have read the store for the last time.
    const run = this.working.catch(() => {}).then(() => this.processDue());
    this.working = run;
    return run;
  }

  private async processDue(): Promise<void> {
    const { store } = this.options;
    for (;;) {
      const at = this.now();
      const entry = await store.take(at, new Date(at.getTime() + INBOX_RETRY_MS));
      if (!entry) break;
      await this.attempt(entry);
    }
    await store.forget(new Date(this.now().getTime() - INBOX_KEEP_MS));
  }

  private async attempt(entry: InboxEntry): Promise<void> {
    const { store, onEvent, onFailure } = this.options;
    try {
      await onEvent(entry.event);
    } catch (error) {
      const setAside = entry.attempts >= INBOX_ATTEMPTS;
      if (setAside) await store.setAside(entry.key, error instanceof Error ? error.message : String(error));
      onFailure?.({ entry, error, setAside });
      return;
    }
    await store.finish(entry.key, this.now());
  }
}
