import { and, eq, inArray, lt, or, sql } from "drizzle-orm";
import type { Clock, Database } from "@/db/client";
import { draftPresences, memberships } from "@/db/schema";
import { requireOperator } from "@/lib/platform/context";
import { RateLimited } from "@/lib/platform/errors";
import { outsideRequests } from "@/lib/platform/request-scope";
import type { Ctx } from "../context";
import type { EditingPage, LiveBrand } from "./live-brand";
import { readLive, type Watched, type WatchedPage } from "./read-live";

interface Seen extends Watched {
  page: EditingPage;
}

/** In one statement. Skips non-members. A person last seen before `since` counts as new. */
async function upsertPresences(
  db: Database,
  seen: readonly Seen[],
  { now, since }: { now: Date; since: Date },
): Promise<void> {
  const rows = seen.map(({ brandId, userId, page }) => ({ brand_id: brandId, user_id: userId, page }));
  const at = sql`${now.toISOString()}::timestamptz`;
  await db.execute(sql`
    insert into ${draftPresences} (brand_id, user_id, page, since, seen_at)
    select here.brand_id, here.user_id, here.page, ${at}, ${at}
    from json_to_recordset(${JSON.stringify(rows)}::json) as here(brand_id uuid, user_id uuid, page text)
    where exists (select from ${memberships} m where m.brand_id = here.brand_id and m.user_id = here.user_id)
    order by here.brand_id, here.user_id
    on conflict (brand_id, user_id) do update set page = excluded.page, seen_at = excluded.seen_at,
      since = case when draft_presences.seen_at < ${since.toISOString()}::timestamptz then excluded.since else draft_presences.since end`);
}

async function dropLeft(db: Database, left: readonly Watched[]): Promise<void> {
  const theirs = left.map(({ brandId, userId }) =>
    and(eq(draftPresences.brandId, brandId), eq(draftPresences.userId, userId)),
  );
  await db.delete(draftPresences).where(
    and(
      inArray(
        draftPresences.brandId,
        left.map(({ brandId }) => brandId),
      ),
      or(...theirs),
    ),
  );
}

export interface Listener {
  /** Called at once and after each change. */
  onState(live: LiveBrand): void;
  /** Called once, when the session has ended, the person left the brand, or this process stops. */
  onEnd(): void;
  /** Ends after the first state, for networks that can't keep a connection open. */
  once?: boolean;
}

interface Watcher extends Listener, WatchedPage {
  page: EditingPage | null;
}

interface Options {
  clock: Clock;
  onError(error: unknown): void;
  /** In milliseconds. Tests set less. */
  pollEveryMs?: number;
  leaveAfterMs?: number;
}

/** One query for all watchers of this process. Also bounds how long a page outlives its session. */
const POLL_EVERY_MS = 750;
/** Per person in this process. Pages in background tabs don't count. */
const MAX_PAGES_PER_PERSON = 20;
const RETRY_AFTER_SECONDS = 30;
/** Pages that open within this time share the first query. */
const BATCH_MS = 100;
/** A person not seen for `GONE_AFTER_MS` is gone. */
const REFRESH_EVERY_MS = 25_000;
const GONE_AFTER_MS = 70_000;
/** Long enough to go from one page to another without leaving. */
const LEAVE_AFTER_MS = 4_000;

const keyOf = ({ brandId, userId }: Watched) => `${brandId} ${userId}`;

/**
 * Polls the database for all open pages of this process, so it works with several processes and behind a pooler. A
 * thousand pages cost three small statements a poll.
 */
export class LiveBrands {
  /** The last state sent, and when the presence was last written. */
  private readonly watchers = new Map<Watcher, { sent: string; refreshedAtMs: number }>();
  private readonly left = new Map<string, Watched & { atMs: number }>();
  private timer: NodeJS.Timeout | undefined;
  private polling: Promise<void> = Promise.resolve();
  private closed = false;

  constructor(
    private readonly db: Database,
    private readonly options: Options,
  ) {}

  /**
   * Returns a function that stops watching.
   * @throws RateLimited when the person has too many pages open
   */
  watch(watcher: Watcher): () => void {
    if (this.closed) {
      watcher.onEnd();
      return () => {};
    }
    const own = [...this.watchers.keys()].filter(({ userId }) => userId === watcher.userId);
    if (own.length >= MAX_PAGES_PER_PERSON)
      throw new RateLimited(RETRY_AFTER_SECONDS, "You have too many pages of the hub open. Close some and try again.");
    this.watchers.set(watcher, { sent: "", refreshedAtMs: Number.NEGATIVE_INFINITY });
    if (watcher.page !== null) this.left.delete(keyOf(watcher));
    this.schedulePoll(BATCH_MS);
    return () => this.leave(watcher);
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    for (const watcher of this.watchers.keys()) watcher.onEnd();
    this.watchers.clear();
    await this.polling;
  }

  private leave(watcher: Watcher): void {
    if (!this.watchers.delete(watcher) || watcher.page === null || watcher.once) return;
    const stays = [...this.watchers.keys()].some((other) => other.page && keyOf(other) === keyOf(watcher));
    const { brandId, userId } = watcher;
    if (!stays) this.left.set(keyOf(watcher), { brandId, userId, atMs: performance.now() });
  }

  private schedulePoll(ms: number): void {
    if (this.closed) return;
    clearTimeout(this.timer);
    // The poll belongs to none of the requests that started it.
    this.timer = outsideRequests(() => setTimeout(() => this.pollAndReschedule(), ms).unref());
  }

  private pollAndReschedule(): void {
    this.polling = this.polling
      .then(() => this.poll())
      .catch(this.options.onError)
      .then(() => {
        if (this.watchers.size + this.left.size > 0) this.schedulePoll(this.options.pollEveryMs ?? POLL_EVERY_MS);
      });
  }

  private async poll(): Promise<void> {
    const now = await this.options.clock(this.db);
    const since = new Date(now.getTime() - GONE_AFTER_MS);
    await this.refreshPresences({ now, since });
    await this.dropGone();
    const watchers = [...this.watchers.keys()];
    if (watchers.length === 0) return;
    const state = await readLive(this.db, watchers, { now, since });
    for (const watcher of watchers) this.send(watcher, state.of(watcher));
  }

  private send(watcher: Watcher, live: LiveBrand | null): void {
    const known = this.watchers.get(watcher);
    if (!known) return;
    const text = JSON.stringify(live);
    if (live && text !== known.sent) {
      known.sent = text;
      watcher.onState(live);
    }
    if (live && !watcher.once) return;
    this.watchers.delete(watcher);
    watcher.onEnd();
  }

  /** Writes presences, for each person the page opened last. */
  private async refreshPresences(at: { now: Date; since: Date }): Promise<void> {
    const nowMs = performance.now();
    const due = new Map<string, Watched & { page: EditingPage }>();
    for (const [{ brandId, userId, page }, known] of this.watchers) {
      if (page === null || nowMs - known.refreshedAtMs < REFRESH_EVERY_MS) continue;
      known.refreshedAtMs = nowMs;
      due.set(keyOf({ brandId, userId }), { brandId, userId, page });
    }
    if (due.size > 0) await upsertPresences(this.db, [...due.values()], at);
  }

  private async dropGone(): Promise<void> {
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

const DELETE_AFTER_MS = 10 * 60_000;

/** Deletes presences that a crashed process left. For the hub itself. */
export async function dropPresences(ctx: Ctx): Promise<{ rows: number }> {
  requireOperator(ctx);
  const before = new Date((await ctx.clock(ctx.db)).getTime() - DELETE_AFTER_MS);
  const dropped = await ctx.db.delete(draftPresences).where(lt(draftPresences.seenAt, before)).returning();
  return { rows: dropped.length };
}
