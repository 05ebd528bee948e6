import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { lookup } from "@/db/lookup";
import { apiKeys, brands } from "@/db/schema";
import type { ApiKeyScope } from "@/lib/contract";
import type { ApiKeyActor, ProvedApiKeyActor } from "@/lib/platform/context";
import { isoText } from "@/lib/platform/describe-error";
import { Unauthorized } from "@/lib/platform/errors";
import { hashKey } from "@/lib/platform/key-format";
import { log } from "@/lib/platform/log";
import type { Ctx } from "../context";
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

/** What is read of a key: the columns of `KEY_COLUMNS`. */
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

/** What a key is looked up by. */
export const KEY_GIVEN = { hash: "text", now: "timestamptz" } as const;

/** The values of `KEY_GIVEN`, or null for what is no key by its checksum. */
export const keyQuestion = ({ now }: Pick<Ctx, "now">, key: string) =>
  isApiKeyForm(key) ? { hash: hashKey(key), now: isoText(now) } : null;

export const KEY_COLUMNS = sql`k.id, k.brand_id, b.slug, b.name as brand_name, b.identity_version as version, k.scopes,
      (extract(epoch from k.last_used_at) * 1000)::float8 as used_ms, k.revoked_at is not null as revoked,
      coalesce(k.expires_at <= asked.now, false) as expired, k.budget_per_minute, k.budget_concurrent`;

/** The key that is asked for, of a brand that is not archived; as `k` and `b`. */
export const ASKED_KEY = sql`from ${apiKeys} k join ${brands} b on b.id = k.brand_id
    where k.key_hash = asked.hash::char(64) and b.archived_at is null`;

const findKey = lookup<KeyRow, typeof KEY_GIVEN>("api_key", KEY_GIVEN, sql`select ${KEY_COLUMNS} ${ASKED_KEY}`);

/**
 * The actor that a key stands for, or null when its checksum is wrong (without a query), it is unknown, or its brand is
 * archived. One query, and at most once a minute a second one that writes when it was last used.
 * Anybody may try: the key is the proof. @throws EndedApiKey when it is revoked or expired
 */
export async function authenticateApiKey(ctx: Ctx, { key }: { key: string }): Promise<ProvedApiKeyActor | null> {
  const question = keyQuestion(ctx, key);
  if (!question) return null;
  const [row] = await findKey(ctx.db, question);
  return row ? actorOfKey(ctx, row) : null;
}

/** The actor of a key that was found; marks it as used where that is due. @throws EndedApiKey when it is revoked or expired */
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
