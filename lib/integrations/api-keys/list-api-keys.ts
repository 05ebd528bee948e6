import { and, asc, between, desc, eq, gt, ilike, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { refusingUnstorable } from "@/db/errors";
import { apiKeys, memberships, users } from "@/db/schema";
import { requirePermission } from "@/lib/access/server";
import type { ApiKeyScope } from "@/lib/contract";
import {
  apiKeyCeiling,
  budgetInForce,
  type CredentialBudget,
  type OwnBudget,
} from "@/lib/platform/limits/credential-budget";
import {
  beforeCursor,
  containing,
  cutPage,
  momentCursor,
  type Page,
  type PageRequest,
  rowsToRead,
} from "@/lib/platform/paging";
import type { Ctx } from "../context";
import { EXPIRY_WARNING_MS } from "./key-input";

/** Joins what its maker is in the brand today. */
const ofItsMaker = and(eq(memberships.brandId, apiKeys.brandId), eq(memberships.userId, apiKeys.createdBy));

/** True of a key, beside the joined users and memberships of its maker, that nobody in the brand answers for. */
const makerHasLeft = sql<boolean>`(${memberships.userId} is null or ${users.deactivatedAt} is not null)`;

export interface ApiKeyQuery extends PageRequest {
  brandId: string;
  /** Keys that work, those of them whose maker has left, or those that are expired or revoked; all when left out. */
  state?: "active" | "maker-left" | "ended";
  /** A part of the name or of the creator's name, or what is shown of the key: its first eight or last four characters, or `bih_ab12…9xYz`. */
  search?: string;
}

/** A key as the brand's developers see it; the key itself is nowhere. */
export interface ApiKeySummary {
  id: string;
  name: string;
  scopes: ApiKeyScope[];
  /** Its first 8 characters. */
  prefix: string;
  lastFour: string;
  /** Name of who issued it; null when they are gone. */
  createdBy: string | null;
  /** True when that person is no member any more, or their account is deactivated. */
  makerLeft: boolean;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  /** Id of the key that a rotation put in its place. */
  replacedBy: string | null;
  /** What was set for it alone, and the budget that counts. */
  ownBudget: OwnBudget;
  budget: CredentialBudget;
  status: "active" | "expired" | "revoked";
}

function inState(state: ApiKeyQuery["state"], now: Date): SQL | undefined {
  if (!state) return undefined;
  if (state === "ended") return or(isNotNull(apiKeys.revokedAt), lte(apiKeys.expiresAt, now));
  const works = and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)));
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

function statusOf(row: { revokedAt: Date | null; expiresAt: Date | null }, now: Date): ApiKeySummary["status"] {
  if (row.revokedAt) return "revoked";
  return row.expiresAt && row.expiresAt <= now ? "expired" : "active";
}

/**
 * The brand's keys, newest first, page by page.
 * @throws NotFound, Forbidden unless the acting user may manage the brand; BadRequest for a cursor that is not ours
 */
export async function listApiKeys(ctx: Ctx, query: ApiKeyQuery): Promise<Page<ApiKeySummary>> {
  const { brand } = await requirePermission(ctx, query.brandId, "manage");
  const reading = ctx.db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      scopes: apiKeys.scopes,
      prefix: apiKeys.prefix,
      lastFour: apiKeys.lastFour,
      createdBy: users.name,
      makerLeft: makerHasLeft,
      createdAt: apiKeys.createdAt,
      expiresAt: apiKeys.expiresAt,
      lastUsedAt: apiKeys.lastUsedAt,
      revokedAt: apiKeys.revokedAt,
      replacedBy: apiKeys.replacedBy,
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
  return cutPage(
    rows,
    query,
    (row) => momentCursor(row.createdAt, row.id),
    (row) => ({
      ...row,
      budget: budgetInForce(ctx.budgets, row.ownBudget, apiKeyCeiling(ctx.budgets)),
      status: statusOf(row, ctx.now),
    }),
  );
}

/** Enough to name them; who has more sees them in the list. */
const MOST = 100;

/** A key that somebody should look after, by what tells it from others. */
export interface KeyToAttend {
  id: string;
  name: string;
  prefix: string;
  lastFour: string;
  expiresAt: Date | null;
}

/** The brand's keys that ask for somebody's hand; those that were rotated are looked after already. */
export interface KeysToAttend {
  /** Ending within 14 days, the next one first. */
  ending: KeyToAttend[];
  /** Ended within the last 14 days without a successor. */
  ended: KeyToAttend[];
  /** Working, made by somebody who is no member any more or whose account is deactivated. */
  makerLeft: KeyToAttend[];
}

/** @throws NotFound, Forbidden unless the acting user may manage the brand */
export async function listKeysToAttend(ctx: Ctx, input: { brandId: string }): Promise<KeysToAttend> {
  const { brand } = await requirePermission(ctx, input.brandId, "manage");
  const { now } = ctx;
  const [since, until] = [-1, 1].map((sign) => new Date(now.getTime() + sign * EXPIRY_WARNING_MS)) as [Date, Date];
  const works = or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now));
  const rows = await ctx.db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      prefix: apiKeys.prefix,
      lastFour: apiKeys.lastFour,
      expiresAt: apiKeys.expiresAt,
      makerLeft: makerHasLeft,
    })
    .from(apiKeys)
    .leftJoin(users, eq(users.id, apiKeys.createdBy))
    .leftJoin(memberships, ofItsMaker)
    .where(
      and(
        eq(apiKeys.brandId, brand.id),
        isNull(apiKeys.revokedAt),
        isNull(apiKeys.replacedBy),
        or(between(apiKeys.expiresAt, since, until), and(works, makerHasLeft)),
      ),
    )
    .orderBy(asc(apiKeys.expiresAt), asc(apiKeys.id))
    .limit(MOST);
  const isOver = ({ expiresAt }: KeyToAttend) => expiresAt !== null && expiresAt <= now;
  return {
    ending: rows.filter((row) => row.expiresAt !== null && row.expiresAt <= until && !isOver(row)),
    ended: rows.filter(isOver),
    makerLeft: rows.filter((row) => row.makerLeft && !isOver(row)),
  };
}
