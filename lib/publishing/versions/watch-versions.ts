import { inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { brands } from "@/db/schema";
import { log } from "@/lib/platform/log";
import { outsideRequests } from "@/lib/platform/request-scope";
import type { Ctx } from "../context";

/** One query for all watchers of this process. It works with several processes and behind a pooler. */
const POLL_EVERY_MS = 750;

interface Watcher {
  /** Versions by brand. */
  known: Map<string, number>;
  onPublish(brandId: string): void;
}

interface Watch {
  watchers: Set<Watcher>;
  isPolling: boolean;
}

const watches = new WeakMap<Database, Watch>();

async function poll({ db }: Ctx, watchers: ReadonlySet<Watcher>): Promise<void> {
  const ids = [...new Set([...watchers].flatMap(({ known }) => [...known.keys()]))];
  const rows = await db
    .select({ id: brands.id, version: brands.identityVersion })
    .from(brands)
    .where(inArray(brands.id, ids));
  for (const { known, onPublish } of watchers)
    for (const { id, version } of rows) {
      const before = known.get(id);
      if (before === undefined || before === version) continue;
      known.set(id, version);
      onPublish(id);
    }
}

function schedulePoll(ctx: Ctx, watch: Watch): void {
  watch.isPolling = watch.watchers.size > 0;
  if (!watch.isPolling) return;
  const pollOnce = () =>
    poll(ctx, watch.watchers)
      .catch((err: unknown) => log.warn({ err }, "versions could not be polled"))
      .then(() => schedulePoll(ctx, watch));
  outsideRequests(() => setTimeout(pollOnce, POLL_EVERY_MS).unref());
}

/**
 * Calls `onPublish` within about a second of a publish, whichever process published. The caller has checked that the
 * brands can be read. Returns a function that stops watching.
 */
export function watchVersions(ctx: Ctx, { versions, onPublish }: WatchedVersions): () => void {
  const watch = watches.get(ctx.db) ?? { watchers: new Set(), isPolling: false };
  watches.set(ctx.db, watch);
  const watcher = { known: new Map(versions), onPublish };
  watch.watchers.add(watcher);
  if (!watch.isPolling) schedulePoll(ctx, watch);
  return () => watch.watchers.delete(watcher);
}

interface WatchedVersions {
  /** Current versions by brand. */
  versions: ReadonlyMap<string, number>;
  onPublish(brandId: string): void;
}
