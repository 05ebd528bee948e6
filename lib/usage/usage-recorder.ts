import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { usageCounters } from "@/db/schema";
import type { Caller } from "@/lib/callers";

interface Count {
  brandId: string;
  credential: string;
  hour: Date;
  requests: number;
  errors: number;
  limited: number;
}

/** Counts kept in memory are written at the latest this long after the first of them. */
const FLUSH_AFTER_MS = 5_000;
const HOUR_MS = 3_600_000;
/** Brands and credentials counted between two flushes; beyond it a flush comes early. */
const MAX_PENDING = 5_000;

/**
 * Counts requests per credential, brand and hour, and writes them in the background: a count is never on a request's way.
 * What was counted in the seconds before a crash is lost, which a picture of usage can bear.
 */
export class UsageRecorder {
  private pending = new Map<string, Count>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly db: Database,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Counts one answer. `brandId` is needed for callers that are not bound to a brand; without one nothing is counted. */
  record(caller: Caller, status: number, now: Date, brandId?: string): void {
    if (caller.kind !== "api-key" && caller.kind !== "child-app") return;
    const brand = caller.kind === "api-key" ? caller.brandId : status === 200 ? brandId?.toLowerCase() : undefined;
    if (!brand) return;
    const credential = caller.kind === "api-key" ? `api-key:${caller.apiKeyId}` : `tool:${caller.toolSlug}`;
    const hourMs = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
    const key = `${brand} ${credential} ${hourMs}`;
    let count = this.pending.get(key);
    if (!count) {
      count = { brandId: brand, credential, hour: new Date(hourMs), requests: 0, errors: 0, limited: 0 };
      this.pending.set(key, count);
    }
    count.requests += 1;
    if (status === 429) count.limited += 1;
    else if (status >= 400) count.errors += 1;

    if (this.pending.size >= MAX_PENDING) void this.flush();
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_AFTER_MS).unref();
  }

  /** Writes what was counted so far. A failure is reported and its counts are dropped. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const counts = [...this.pending.values()];
    this.pending = new Map();
    if (counts.length === 0) return;
    try {
      await this.db
        .insert(usageCounters)
        .values(counts)
        .onConflictDoUpdate({
          target: [usageCounters.brandId, usageCounters.credential, usageCounters.hour],
          set: {
            requests: sql`${usageCounters.requests} + excluded.requests`,
            errors: sql`${usageCounters.errors} + excluded.errors`,
            limited: sql`${usageCounters.limited} + excluded.limited`,
          },
        });
    } catch (error) {
      this.onError(error);
    }
  }
}
