import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { batchedLookup } from "@/db/hot-path/batched-lookup";
import { apiKeys, brands } from "@/db/schema";
import type { ApiKeyScope } from "@/lib/contract";
import type { ApiKeyActor, ProvedApiKeyActor } from "@/lib/platform/context";
import { Unauthorized } from "@/lib/platform/errors";
import { hashKey, keyFormat } from "@/lib/platform/key-format";
import { isoText, log } from "@/lib/platform/log";
import type { Ctx } from "../context";

/** `bih_` and 36 characters. */
export const { make: makeApiKey, isForm: isApiKeyForm, visibleParts } = keyFormat("bih_");

const USED_INTERVAL_MS = 60_000;

/** A failed write must not reject a valid key. */
async function markUsed({ db, now }: Ctx, id: string): Promise<void> {
  const due = new Date(now.getTime() - USED_INTERVAL_MS);
  const stale = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, due));
  try {
    await db
      .update(apiKeys)
      .set({ lastUsedAt: now })
      .where(and(eq(apiKeys.id, id), stale));
  } catch (error) {
    log.warn({ err: error }, "could not record an API key's last use");
  }
}

/** A known key, so that its owner can see the refused calls. */
export class RefusedApiKey extends Unauthorized {
  constructor(
    readonly actor: ApiKeyActor,
    message?: string,
  ) {
    super(message);
  }
}

export class EndedApiKey extends RefusedApiKey {}

export interface KeyRow {
  id: string;
  brand_id: string;
  slug: string;
  brand_name: string;
  version: number;
  scopes: ApiKeyScope[];
  used_ms: number | null;
  revoked: boolean;
  expired: boolean;
  budget_per_minute: number | null;
  budget_concurrent: number | null;
}

export const KEY_PARAMS = { hash: "text", now: "timestamptz" } as const;

/** Null if the key's checksum is wrong. */
export const keyParams = ({ now }: Pick<Ctx, "now">, key: string) =>
  isApiKeyForm(key) ? { hash: hashKey(key), now: isoText(now) } : null;

export const KEY_COLUMNS = sql`k.id, k.brand_id, b.slug, b.name as brand_name, b.identity_version as version, k.scopes,
      (extract(epoch from k.last_used_at) * 1000)::float8 as used_ms, k.revoked_at is not null as revoked,
      coalesce(k.expires_at <= input.now, false) as expired, k.budget_per_minute, k.budget_concurrent`;

/** The key as `k`, its unarchived brand as `b`. */
export const FROM_KEY = sql`from ${apiKeys} k join ${brands} b on b.id = k.brand_id
    where k.key_hash = input.hash::char(64) and b.archived_at is null`;

const findKey = batchedLookup<KeyRow, typeof KEY_PARAMS>("api_key", KEY_PARAMS, sql`select ${KEY_COLUMNS} ${FROM_KEY}`);

/**
 * Returns the key's actor, or null for a wrong checksum (without a query), an unknown key or an archived brand. One
 * query, and one write a minute for the last use. @throws EndedApiKey if revoked or expired
 */
export async function authenticateApiKey(ctx: Ctx, { key }: { key: string }): Promise<ProvedApiKeyActor | null> {
  const params = keyParams(ctx, key);
  if (!params) return null;
  const [row] = await findKey(ctx.db, params);
  return row ? actorOfKey(ctx, row) : null;
}

/** Also marks the key as used. @throws EndedApiKey if revoked or expired */
export async function actorOfKey(ctx: Ctx, row: KeyRow): Promise<ProvedApiKeyActor> {
  const { id: apiKeyId, brand_id: brandId, slug, brand_name: name, version: identityVersion, scopes } = row;
  const budget = { perMinute: row.budget_per_minute, concurrent: row.budget_concurrent };
  const brand = { id: brandId, slug, name, identityVersion };
  const actor: ProvedApiKeyActor = { kind: "api-key", apiKeyId, brandId, brand, scopes, budget };
  if (row.revoked || row.expired) throw new EndedApiKey(actor);
  const sinceUsedMs = ctx.now.getTime() - (row.used_ms ?? Number.NEGATIVE_INFINITY);
  if (sinceUsedMs > USED_INTERVAL_MS) await markUsed(ctx, apiKeyId);
  return actor;
}
