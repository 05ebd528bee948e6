import type { Database } from "@/db/client";
import type { Clock } from "@/db/clock";
import { RateLimited } from "@/lib/platform/errors";
import { outsideRequests } from "@/lib/platform/request-scope";
import type { EditingPage, LiveBrand } from "./live-brand";
import { dropLeft, notePresences } from "./note-presences";
import { readLive, type Watched, type WatchedPage } from "./read-live";

export interface Listener {
  /** Called with what is true, at first and whenever it has changed. */
  told(live: LiveBrand): void;
  /** Called once where there is nothing more to tell: their session has ended, they left the brand, or this process stops. */
  ended(): void;
  /** Told once, and then over: where nothing can be held open. */
  once?: boolean;
}

export interface Watcher extends Listener, WatchedPage {
  page: EditingPage | null;
}

interface Options {
  clock: Clock;
  onError(error: unknown): void;
  /** In milliseconds; tests are quicker. */
  lookEveryMs?: number;
  leaveAfterMs?: number;
}

/** How often the database is asked while anybody watches, once for all that do; a session that ends has its pages end within a second. */
const LOOK_EVERY_MS = 750;
/** Pages that one person can have open in this process; background tabs hold none. */
const MOST_OF_A_PERSON = 20;
const ASK_AGAIN_SECONDS = 30;
/** Pages that open within this are asked for together. */
const TOGETHER_MS = 100;
/** How often it is noted that somebody is still here, and when whoever was not noted is gone. */
const NOTE_EVERY_MS = 25_000;
const GONE_AFTER_MS = 70_000;
/** Who goes from one page to another leaves and comes back. */
const LEAVE_AFTER_MS = 4_000;

const keyOf = ({ brandId, userId }: Watched) => `${brandId} ${userId}`;

/**
 * The pages of this process that are open: while there are any, the database is asked every moment what all of them are to be told, so that a
 * thousand of them hold no connection and cost three small statements. Several processes, and a pooler between, make no difference.
 */
export class LiveBrands {
  /** What each was told last, and when it was noted last that they are here. */
  private readonly watchers = new Map<Watcher, { told: string; notedAtMs: number }>();
  private readonly left = new Map<string, Watched & { atMs: number }>();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();
  private closed = false;

  constructor(
    private readonly db: Database,
    private readonly options: Options,
  ) {}

  /** Begins to tell a page; the returned function ends it. @throws RateLimited when the person has too many pages open */
  watch(watcher: Watcher): () => void {
    if (this.closed) {
      watcher.ended();
      return () => {};
    }
    const own = [...this.watchers.keys()].filter(({ userId }) => userId === watcher.userId);
    if (own.length >= MOST_OF_A_PERSON)
      throw new RateLimited(ASK_AGAIN_SECONDS, "You have too many pages of the hub open. Close some of them.");
    this.watchers.set(watcher, { told: "", notedAtMs: Number.NEGATIVE_INFINITY });
    if (watcher.page !== null) this.left.delete(keyOf(watcher));
    this.lookAfter(TOGETHER_MS);
    return () => this.leave(watcher);
  }

  /** Ends all, and waits for the look under way. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    for (const watcher of this.watchers.keys()) watcher.ended();
    this.watchers.clear();
    await this.looking;
  }

  private leave(watcher: Watcher): void {
    if (!this.watchers.delete(watcher) || watcher.page === null || watcher.once) return;
    const stays = [...this.watchers.keys()].some((other) => other.page && keyOf(other) === keyOf(watcher));
    const { brandId, userId } = watcher;
    if (!stays) this.left.set(keyOf(watcher), { brandId, userId, atMs: performance.now() });
  }

  private lookAfter(ms: number): void {
    if (this.closed) return;
    clearTimeout(this.timer);
    // It belongs to none of the requests that wait for it.
    this.timer = outsideRequests(() => setTimeout(() => this.lookAndGoOn(), ms).unref());
  }

  private lookAndGoOn(): void {
    this.looking = this.looking
      .then(() => this.look())
      .catch(this.options.onError)
      .then(() => {
        if (this.watchers.size + this.left.size > 0) this.lookAfter(this.options.lookEveryMs ?? LOOK_EVERY_MS);
      });
  }

  private async look(): Promise<void> {
    const now = await this.options.clock(this.db);
    const since = new Date(now.getTime() - GONE_AFTER_MS);
    await this.note({ now, since });
    await this.forget();
    const watchers = [...this.watchers.keys()];
    if (watchers.length === 0) return;
    const state = await readLive(this.db, watchers, { now, since });
    for (const watcher of watchers) this.tell(watcher, state.of(watcher));
  }

  private tell(watcher: Watcher, live: LiveBrand | null): void {
    const known = this.watchers.get(watcher);
    if (!known) return;
    const text = JSON.stringify(live);
    if (live && text !== known.told) {
      known.told = text;
      watcher.told(live);
    }
    if (live && !watcher.once) return;
    this.watchers.delete(watcher);
    watcher.ended();
  }

  /** Notes who is here, the last opened page of each. */
  private async note(at: { now: Date; since: Date }): Promise<void> {
    const nowMs = performance.now();
    const due = new Map<string, Watched & { page: EditingPage }>();
    for (const [{ brandId, userId, page }, known] of this.watchers) {
      if (page === null || nowMs - known.notedAtMs < NOTE_EVERY_MS) continue;
      known.notedAtMs = nowMs;
      due.set(keyOf({ brandId, userId }), { brandId, userId, page });
    }
    if (due.size > 0) await notePresences(this.db, [...due.values()], at);
  }

  private async forget(): Promise<void> {
    const before = performance.now() - (this.options.leaveAfterMs ?? LEAVE_AFTER_MS);
    const gone = [...this.left].filter(([, { atMs }]) => atMs <= before);
    for (const [key] of gone) this.left.delete(key);
    if (gone.length > 0)
      await dropLeft(
        this.db,
        gone.map(([, who]) => who),
      );
  }
}
