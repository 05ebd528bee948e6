import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiRequests, brands, memberships } from "@/db/schema";
import type { ErrorCode } from "@/lib/contract";
import type { Actor } from "@/lib/platform/context";
import { isDatabaseUnavailable } from "@/lib/platform/database-watch";
import { diskFullOf } from "@/lib/platform/disk-space";
import { isUuid, newIdAt } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { metrics, type Tally } from "@/lib/platform/metrics";
import { outsideRequests } from "@/lib/platform/request-scope";
import { CREDENTIAL_OF } from "./credential-kinds";

export interface AnsweredCall {
  requestId: string;
  operation: string;
  actor: Actor | undefined;
  /** They may not exist. */
  brandIds: readonly string[];
  status: number;
  errorCode: ErrorCode | null;
  at: Date;
  durationMs: number;
}

type Row = typeof apiRequests.$inferInsert;

const WRITE_AFTER_MS = 1_000;
const RETRY_AFTER_MS = 5_000;
const BATCH_SIZE = 500;
/** About 4 MB. */
export const MAX_WAITING = 10_000;
/** Successes logged per credential and minute. */
const MAX_PER_CREDENTIAL = 60;
const MINUTE_MS = 60_000;

function callerKey(actor: Actor | undefined): string {
  if (actor?.kind === "api-key") return actor.apiKeyId;
  if (actor?.kind === "tool") return actor.toolSlug;
  return actor?.kind === "user" || actor?.kind === "federation" ? actor.userId : "";
}

/** Null for several brands, which usage counters cover, and for unauthenticated calls, which can name any brand. */
function brandOf(actor: Actor | undefined, brandIds: readonly string[]): string | null {
  if (!actor || actor.kind === "anonymous") return null;
  if (actor.kind === "api-key" || actor.kind === "federation") return actor.brandId;
  const [named, ...others] = new Set(brandIds.map((id) => id.toLowerCase()));
  return named !== undefined && others.length === 0 && isUuid(named) ? named : null;
}

function rowOf({ actor, brandIds, at, durationMs, ...call }: AnsweredCall): Row {
  return {
    id: newIdAt(at),
    ...call,
    brandId: brandOf(actor, brandIds),
    credential: actor ? CREDENTIAL_OF[actor.kind] : "none",
    apiKeyId: actor?.kind === "api-key" ? actor.apiKeyId : null,
    toolSlug: actor?.kind === "tool" ? actor.toolSlug : null,
    userId: actor?.kind === "user" || actor?.kind === "federation" ? actor.userId : null,
    durationMs: Math.round(durationMs * 10) / 10,
  };
}

/** Omits brands that the user isn't a member of, so that no brand's log names strangers. */
const write = (db: Database, rows: readonly Row[]) =>
  db.execute(sql`
    insert into ${apiRequests}
      (id, request_id, operation, brand_id, credential, api_key_id, tool_slug, user_id, status, error_code, duration_ms)
    select id, "requestId", operation, (
      select known.id from ${brands} known where known.id = called."brandId" and (called."userId" is null or exists (
        select from ${memberships} m where m.brand_id = known.id and m.user_id = called."userId"))
    ), credential, "apiKeyId", "toolSlug", "userId", status, "errorCode", "durationMs"
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as called(id uuid, "requestId" text, operation text, "brandId" uuid, credential text, "apiKeyId" uuid,
        "toolSlug" text, "userId" uuid, status smallint, "errorCode" text, "durationMs" real)
    on conflict (id) do nothing`);

/**
 * Writes the request log in batches, so that no response waits. Always logs server errors and refusals of authenticated
 * callers, other calls up to a limit. Keeps its queue while the database is unavailable.
 */
export class RequestRecorder {
  private waiting: Row[] = [];
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | undefined;
  private lost = 0;
  private minute = 0;
  private accepted = 0;
  private readonly acceptedBy = new Map<string, number>();
  /** Looking up labels on each call is slow. */
  private readonly counters = new Map<string, Tally>();

  constructor(
    private readonly db: Database,
    private readonly options: { perMinute(): number; onError(error: unknown): void },
  ) {}

  record(call: AnsweredCall): void {
    if (!this.accepts(call)) this.drop("sampled", 1);
    else if (this.waiting.length >= MAX_WAITING) this.drop("full", 1);
    else {
      this.waiting.push(rowOf(call));
      this.writeAfter(WRITE_AFTER_MS);
    }
  }

  /** Before a row is built, since most calls of a busy tool are skipped. */
  private accepts({ status, actor, at }: AnsweredCall): boolean {
    // 429s all say the same.
    const alwaysLogged = status >= 500 || (status >= 400 && status !== 429 && actor !== undefined);
    if (alwaysLogged) return true;
    const minute = Math.floor(at.getTime() / MINUTE_MS);
    if (minute !== this.minute) {
      this.minute = minute;
      this.accepted = 0;
      this.acceptedBy.clear();
    }
    const caller = callerKey(actor);
    const byCaller = this.acceptedBy.get(caller) ?? 0;
    if (byCaller >= MAX_PER_CREDENTIAL || this.accepted >= this.options.perMinute()) return false;
    this.accepted += 1;
    this.acceptedBy.set(caller, byCaller + 1);
    return true;
  }

  private drop(reason: "sampled" | "full" | "failed", calls: number): void {
    let counter = this.counters.get(reason);
    if (!counter) {
      const { tally, requestsNotLogged } = metrics();
      counter = tally(requestsNotLogged, { reason });
      this.counters.set(reason, counter);
    }
    counter.inc(calls);
    if (reason !== "sampled") this.lost += calls;
  }

  private writeAfter(ms: number): void {
    if (this.timer || this.writing) return;
    // The write belongs to no request.
    this.timer = outsideRequests(() => setTimeout(() => void this.flush(), ms).unref());
  }

  /** Never rejects. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing ??= this.writeAll().finally(() => {
      this.writing = undefined;
      if (this.waiting.length > 0) this.writeAfter(RETRY_AFTER_MS);
    });
    await this.writing;
  }

  private async writeAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const rows = this.waiting.slice(0, BATCH_SIZE);
      try {
        await write(this.db, rows);
      } catch (error) {
        // Retried later; the database watch has logged the outage.
        if (isDatabaseUnavailable(error) || diskFullOf(error)) return;
        this.drop("failed", rows.length);
        this.options.onError(error);
      }
      this.waiting.splice(0, rows.length);
    }
    if (this.lost > 0)
      log.warn({ calls: this.lost }, "the request log dropped calls: its queue was full, or a write failed");
    this.lost = 0;
  }
}
