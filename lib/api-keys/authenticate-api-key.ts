import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { lookup } from "@/db/lookup";
import { apiKeys, brands } from "@/db/schema";
import type { ApiKeyScope } from "@/lib/contract";
import type { ApiKeyActor, Ctx } from "@/lib/kernel/context";
import { Unauthorized } from "@/lib/kernel/errors";
import { hashKey } from "@/lib/kernel/key-format";
import { log } from "@/lib/kernel/log";
import { isoText } from "@/lib/kernel/present";
import { isApiKeyForm } from "./api-key-format";

const USED_INTERVAL_MS = 60_000;

/** A key that can't be marked as used is no reason to turn its holder away. */
async function markUsed({ db, now }: Ctx, id: string): Promise<void> {
  const due = new Date(now.getTime() - USED_INTERVAL_MS);
  const stale = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, due));
  try {
    await db
      .update(apiKeys)
      .set({ lastUsedAt: now })
      .where(and(eq(apiKeys.id, id), stale));
  } catch (error) {
    log.warn({ err: error }, "an API key could not be marked as used");
  }
}

/** 401 for a key that is known, so that its owner can see what is refused. */
export class RefusedApiKey extends Unauthorized {
  constructor(
    readonly actor: ApiKeyActor,
    message?: string,
  ) {
    super(message);
  }
}

/** A key that was good once: its owner sees that something still uses it. */
export class EndedApiKey extends RefusedApiKey {}

interface Row {
  id: string;
  brand_id: string;
  scopes: ApiKeyScope[];
  used_ms: number | null;
  revoked: boolean;
  expired: boolean;
  budget_per_minute: number | null;
  budget_concurrent: number | null;
}

const findKey = lookup<Row, { hash: "text"; now: "timestamptz" }>(
  "api_key",
  { hash: "text", now: "timestamptz" },
  sql`select k.id, k.brand_id, k.scopes, (extract(epoch from k.last_used_at) * 1000)::float8 as used_ms, k.revoked_at is not null as revoked,
      coalesce(k.expires_at <= asked.now, false) as expired, k.budget_per_minute, k.budget_concurrent
    from ${apiKeys} k join ${brands} b on b.id = k.brand_id
    where k.key_hash = asked.hash::char(64) and b.archived_at is null`,
);

/**
 * The actor that a key stands for, or null when its checksum is wrong (without a query), it is unknown, or its brand is
 * archived. One query, and at most once a minute a second one that writes when it was last used.
 * Anybody may try: the key is the proof. @throws EndedApiKey when it is revoked or expired
 */
export async function authenticateApiKey(ctx: Ctx, { key }: { key: string }): Promise<ApiKeyActor | null> {
  if (!isApiKeyForm(key)) return null;
  const [row] = await findKey(ctx.db, { hash: hashKey(key), now: isoText(ctx.now) });
  if (!row) return null;
  const budget = { perMinute: row.budget_per_minute, concurrent: row.budget_concurrent };
  const actor: ApiKeyActor = { kind: "api-key", apiKeyId: row.id, brandId: row.brand_id, scopes: row.scopes, budget };
  if (row.revoked || row.expired) throw new EndedApiKey(actor);
  const sinceUsedMs = ctx.now.getTime() - (row.used_ms ?? Number.NEGATIVE_INFINITY);
  if (sinceUsedMs > USED_INTERVAL_MS) await markUsed(ctx, row.id);
  return actor;
}
