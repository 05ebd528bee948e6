// SPDX-License-Identifier: MIT
import type { RelayedEvent } from "./webhooks.js";

/** A new attempt at what failed, or whose process died, comes after so long. */
export const INBOX_RETRY_MS = 5 * 60_000;
/** After so many attempts an event is set aside, with what was thrown last. */
export const INBOX_ATTEMPTS = 12;
/** So long an event that was done is known, so that it is not done again when it is repeated. */
export const INBOX_KEEP_MS = 30 * 24 * 60 * 60_000;

export interface InboxEntry {
  key: string;
  event: RelayedEvent;
  /** This one included. */
  attempts: number;
}

/** Where a child notes other tools' events until their work is done, and for a while after that. Each method is one atomic statement of its store. */
export interface InboxStore {
  /** Adds an event that is due at `at`; false where the key is there already, whatever became of it. */
  add(key: string, event: RelayedEvent, at: Date): Promise<boolean>;
  /** Takes the one that has been due longest at `at`, and makes it due again at `until`: nobody else gets it before. null where none is. */
  take(at: Date, until: Date): Promise<InboxEntry | null>;
  /** Marks it done: it is not taken again, and its key stays. */
  finish(key: string, at: Date): Promise<void>;
  /** Is not taken again, and stays with the reason, for a person. */
  setAside(key: string, reason: string): Promise<void>;
  /** Removes what was done before `before`. */
  forget(before: Date): Promise<void>;
}

export interface InboxOptions {
  store: InboxStore;
  /** Does the work for one event. It may run a second time where the process died in it, so let it be idempotent or commit with its own note. */
  onEvent: (event: RelayedEvent) => void | Promise<void>;
  /** What `onEvent` threw. The last time, `setAside` is true; before that the event is tried again. */
  onFailure?: (failure: { entry: InboxEntry; error: unknown; setAside: boolean }) => void;
  now?: () => Date;
}

/**
 * Takes other tools' events in before the hub is answered and does their work afterwards, each once, however often it comes. A replay that a person asked for in the hub
 * is done again. Call `work` at the start of the process and every few minutes too: it does what failed, or what a process left that died.
 */
export class Inbox {
  private readonly options: InboxOptions;
  private readonly now: () => Date;
  private working: Promise<void> = Promise.resolve();

  constructor(options: InboxOptions) {
    this.options = options;
    this.now = options.now ?? (() => new Date());
  }

  /** Notes an event of a verified webhook; false where it was noted before. */
  take(event: RelayedEvent, replay: number): Promise<boolean> {
    const key = replay === 0 ? event.id : `${event.id}.${replay}`;
    return this.options.store.add(key, event, this.now());
  }

  /** Does what is due, one event after another, and resolves when nothing is. @throws what the store throws */
  work(): Promise<void> {
    // Behind what runs: that may have looked for the last time already.
    const turn = this.working.catch(() => {}).then(() => this.workOff());
    this.working = turn;
    return turn;
  }

  private async workOff(): Promise<void> {
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
