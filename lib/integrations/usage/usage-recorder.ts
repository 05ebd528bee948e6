import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { brands, toolCredentials, usageCounters } from "@/db/schema";
import { BackgroundWriter } from "@/lib/platform/background-writer";
import type { Actor } from "@/lib/platform/context";
import { isUuid } from "@/lib/platform/ids";

interface Count {
  brandId: string;
  credential: string;
  hour: Date;
  requests: number;
  errors: number;
  limited: number;
}

interface Use {
  id: string;
  at: Date;
}

export interface Answered {
  actor: Actor;
  status: number;
  now: Date;
  /** They may not exist. */
  brandIds: readonly string[];
}

const HOUR_MS = 3_600_000;

/** Counts requests by credential, brand and hour, and the last use of tool tokens, in the background. */
export class UsageRecorder {
  private readonly writer: BackgroundWriter<Count>;
  private readonly uses: BackgroundWriter<Use>;

  constructor(db: Database, onError: (error: unknown) => void) {
    this.writer = new BackgroundWriter({
      write: async (counts) =>
        db.execute(sql`
        insert into ${usageCounters} (brand_id, credential, hour, requests, errors, limited)
        select counted.* from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
          as counted("brandId" uuid, credential text, hour timestamptz, requests int, errors int, limited int)
        -- By the key, whatever the planner guesses: as a join it is planned for any number, and may read all brands.
        where (select true from ${brands} b where b.id = counted."brandId")
        order by counted."brandId", counted.credential, counted.hour
        on conflict on constraint usage_counters_pkey do update set
          requests = ${usageCounters.requests} + excluded.requests,
          errors = ${usageCounters.errors} + excluded.errors,
          limited = ${usageCounters.limited} + excluded.limited`),
      onError,
      afterMs: 5_000,
      maxPending: 5_000,
    });
    this.uses = new BackgroundWriter({
      write: async (uses) =>
        db.execute(sql`
        update ${toolCredentials} set last_used_at = used.at
        from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as used(id uuid, at timestamptz)
        -- Twice, so that they are found by their keys: as a join alone it may read all credentials.
        where ${toolCredentials.id} = used.id
          and ${toolCredentials.id} = any(${sql.param(uses.map(({ id }) => id))}::uuid[])
          and (${toolCredentials.lastUsedAt} is null
            or ${toolCredentials.lastUsedAt} < used.at - interval '1 minute')`),
      onError,
      afterMs: 5_000,
      maxPending: 1_000,
    });
  }

  /** For the key's brand, or for each brand that a tool's request names. */
  record({ actor, status, now, brandIds }: Answered): void {
    if (actor.kind === "api-key") this.count(`api-key:${actor.apiKeyId}`, actor.brandId, status, now);
    this.noteUse(actor.kind === "federation" ? actor.caller : actor, now);
    if (actor.kind !== "tool") return;
    const named = brandIds.map((id) => id.toLowerCase());
    for (const brandId of named.length > 1 ? new Set(named) : named) {
      if (isUuid(brandId)) this.count(`tool:${actor.toolSlug}`, brandId, status, now);
    }
  }

  private noteUse(actor: Actor | undefined, at: Date): void {
    const id = actor?.kind === "tool" ? actor.credentialId : undefined;
    if (id) this.uses.put(id, () => ({ id, at }));
  }

  private count(credential: string, brandId: string, status: number, now: Date): void {
    const hourMs = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
    this.writer.put(`${brandId} ${credential} ${hourMs}`, (waiting) => {
      const counted = waiting ?? { brandId, credential, hour: new Date(hourMs), requests: 0, errors: 0, limited: 0 };
      counted.requests += 1;
      if (status === 429) counted.limited += 1;
      else if (status >= 400) counted.errors += 1;
      return counted;
    });
  }

  /** Never rejects. */
  async flush(): Promise<void> {
    await Promise.all([this.writer.flush(), this.uses.flush()]);
  }
}
