import { and, asc, between, desc, eq, gt, ilike, isNotNull, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { refusingUnstorable } from "@/db/errors";
import { batchedLookup } from "@/db/hot-path/batched-lookup";
import { pick } from "@/db/pick";
import { apiKeys, brands, memberships, users } from "@/db/schema";
import { requirePermission } from "@/lib/access/server";
import type { ApiKeyScope } from "@/lib/contract";
import { isoText } from "@/lib/platform/clock";
import type { ApiKeyActor, ProvedApiKeyActor } from "@/lib/platform/context";
import { Unauthorized } from "@/lib/platform/errors";
import { hashKey, keyFormat } from "@/lib/platform/key-format";
import { apiKeyCeiling, budgetInForce } from "@/lib/platform/limits/credential-budget";
import { log } from "@/lib/platform/log";
import { beforeCursor, containing, cutPage, momentCursor, type PageRequest, rowsToRead } from "@/lib/platform/paging";
import type { Ctx } from "../context";
import { EXPIRY_WARNING_MS } from "../tool-credentials/credential-rules";

const ofItsMaker = and(eq(memberships.brandId, apiKeys.brandId), eq(memberships.userId, apiKeys.createdBy));

/** The creator left the brand or is deactivated. */
const makerHasLeft = sql<boolean>`(${memberships.userId} is null or ${users.deactivatedAt} is not null)`;

interface ApiKeyQuery extends PageRequest {
  brandId: string;
  state?: "active" | "maker-left" | "ended";
  /** Part of the key's or creator's name, the first eight or last four characters, or `bih_ab12…9xYz`. */
  search?: string;
}

type StoredKey = typeof apiKeys.$inferSelect;

/** `prefix`: the first 8 characters. `makerLeft`: they left the brand or are deactivated. */
export type ApiKeySummary = Awaited<ReturnType<typeof listApiKeys>>["entries"][number];

const isUnexpired = (now: Date) => or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now));

function inState(state: ApiKeyQuery["state"], now: Date): SQL | undefined {
  if (!state) return undefined;
  if (state === "ended") return or(isNotNull(apiKeys.revokedAt), lte(apiKeys.expiresAt, now));
  const works = and(isNull(apiKeys.revokedAt), isUnexpired(now));
  return state === "maker-left" ? and(works, makerHasLeft) : works;
}

function searched(search: string | undefined): SQL | undefined {
  if (!search) return undefined;
  const pattern = containing(search);
  const [start, end] = search.split("…");
  if (start && end) return and(eq(apiKeys.prefix, start), eq(apiKeys.lastFour, end));
  return or(
    ilike(apiKeys.name, pattern),
    ilike(users.name, pattern),
    eq(apiKeys.prefix, search),
    eq(apiKeys.lastFour, search),
  );
}

function statusOf(row: Pick<StoredKey, "revokedAt" | "expiresAt">, now: Date): "active" | "expired" | "revoked" {
  if (row.revokedAt) return "revoked";
  return row.expiresAt && row.expiresAt <= now ? "expired" : "active";
}

/**
 * A page of the brand's keys, newest first.
 * @throws NotFound, Forbidden without `manage`, BadRequest for a foreign cursor
 */
export async function listApiKeys(ctx: Ctx, query: ApiKeyQuery) {
  const { brand } = await requirePermission(ctx, query.brandId, "manage");
  const reading = ctx.db
    .select({
      ...pick(apiKeys, "id", "name", "scopes", "prefix", "lastFour", "replacedBy"),
      ...pick(apiKeys, "createdAt", "expiresAt", "lastUsedAt", "revokedAt"),
      createdBy: users.name,
      makerLeft: makerHasLeft,
      ownBudget: { perMinute: apiKeys.budgetPerMinute, concurrent: apiKeys.budgetConcurrent },
    })
    .from(apiKeys)
    .leftJoin(users, eq(users.id, apiKeys.createdBy))
    .leftJoin(memberships, ofItsMaker)
    .where(
      and(
        eq(apiKeys.brandId, brand.id),
        inState(query.state, ctx.now),
        searched(query.search),
        beforeCursor(query, apiKeys.createdAt, apiKeys.id),
      ),
    )
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(rowsToRead(query));
  const rows = await refusingUnstorable(async () => reading);
  const summaries = rows.map((row) => ({
    ...row,
    budget: budgetInForce(ctx.budgets, row.ownBudget, apiKeyCeiling(ctx.budgets)),
    status: statusOf(row, ctx.now),
  }));
  return cutPage(summaries, query, (row) => momentCursor(row.createdAt, row.id));
}

const MAX_LISTED = 100;

export type KeyToAttend = Pick<StoredKey, "id" | "name" | "prefix" | "lastFour" | "expiresAt">;

/** Rotated keys need no attention. */
export interface KeysToAttend {
  /** Within 14 days, the next one first. */
  ending: KeyToAttend[];
  /** Within the last 14 days. */
  ended: KeyToAttend[];
  /** Active. */
  makerLeft: KeyToAttend[];
}

/** @throws NotFound, Forbidden without `manage` */
export async function listKeysToAttend(ctx: Ctx, input: { brandId: string }): Promise<KeysToAttend> {
  const { brand } = await requirePermission(ctx, input.brandId, "manage");
  const { now } = ctx;
  const [since, until] = [-1, 1].map((sign) => new Date(now.getTime() + sign * EXPIRY_WARNING_MS)) as [Date, Date];
  const rows = await ctx.db
    .select({ ...pick(apiKeys, "id", "name", "prefix", "lastFour", "expiresAt"), makerLeft: makerHasLeft })
    .from(apiKeys)
    .leftJoin(users, eq(users.id, apiKeys.createdBy))
    .leftJoin(memberships, ofItsMaker)
    .where(
      and(
        eq(apiKeys.brandId, brand.id),
        isNull(apiKeys.revokedAt),
        isNull(apiKeys.replacedBy),
        or(between(apiKeys.expiresAt, since, until), and(isUnexpired(now), makerHasLeft)),
      ),
    )
    .orderBy(asc(apiKeys.expiresAt), asc(apiKeys.id))
    .limit(MAX_LISTED);
  const isOver = ({ expiresAt }: KeyToAttend) => expiresAt !== null && expiresAt <= now;
  return {
    ending: rows.filter((row) => row.expiresAt !== null && row.expiresAt <= until && !isOver(row)),
    ended: rows.filter(isOver),
    makerLeft: rows.filter((row) => row.makerLeft && !isOver(row)),
  };
}

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
