import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { brands, usageCounters } from "@/db/schema";
import type { Actor } from "@/lib/kernel/context";
import { isUuid } from "@/lib/kernel/ids";

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

  /**
   * Counts one answer, for the key's own brand or, where a tool called, for each brand that its request names: those need not
   * exist. A request that names none is counted nowhere.
   */
  record(actor: Actor, status: number, now: Date, namedBrandIds: readonly string[] = []): void {
    if (actor.kind === "api-key") this.count(`api-key:${actor.apiKeyId}`, actor.brandId, status, now);
    if (actor.kind !== "tool") return;
    for (const brandId of new Set(namedBrandIds.map((id) => id.toLowerCase()))) {
      if (isUuid(brandId)) this.count(`tool:${actor.toolSlug}`, brandId, status, now);
    }
  }

  private count(credential: string, brandId: string, status: number, now: Date): void {
    const hourMs = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
    const key = `${brandId} ${credential} ${hourMs}`;
    let count = this.pending.get(key);
    if (!count) {
      count = { brandId, credential, hour: new Date(hourMs), requests: 0, errors: 0, limited: 0 };
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
      await this.db.execute(sql`
        insert into ${usageCounters} (brand_id, credential, hour, requests, errors, limited)
        select counted.* from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
          as counted("brandId" uuid, credential text, hour timestamptz, requests int, errors int, limited int)
        join ${brands} on ${brands.id} = counted."brandId"
        on conflict on constraint usage_counters_pkey do update set
          requests = ${usageCounters.requests} + excluded.requests,
          errors = ${usageCounters.errors} + excluded.errors,
          limited = ${usageCounters.limited} + excluded.limited`);
    } catch (error) {
      this.onError(error);
    }
  }
}
