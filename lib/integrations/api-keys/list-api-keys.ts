import { and, asc, between, desc, eq, gt, ilike, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { refusingUnstorable } from "@/db/errors";
import { pick } from "@/db/pick";
import { apiKeys, memberships, users } from "@/db/schema";
import { requirePermission } from "@/lib/access/server";
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

const ofItsMaker = and(eq(memberships.brandId, apiKeys.brandId), eq(memberships.userId, apiKeys.createdBy));

/** The creator left the brand or is deactivated. */
const makerHasLeft = sql<boolean>`(${memberships.userId} is null or ${users.deactivatedAt} is not null)`;

export interface ApiKeyQuery extends PageRequest {
  brandId: string;
  state?: "active" | "maker-left" | "ended";
  /** Part of the key's or creator's name, the first eight or last four characters, or `bih_ab12…9xYz`. */
  search?: string;
}

type KeyRow = typeof apiKeys.$inferSelect;

/** `prefix`: the first 8 characters. */
export interface ApiKeySummary
  extends Pick<KeyRow, "id" | "name" | "scopes" | "prefix" | "lastFour" | "replacedBy">,
    Pick<KeyRow, "createdAt" | "expiresAt" | "lastUsedAt" | "revokedAt"> {
  createdBy: string | null;
  /** They left the brand or are deactivated. */
  makerLeft: boolean;
  ownBudget: OwnBudget;
  budget: CredentialBudget;
  status: "active" | "expired" | "revoked";
}

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

function statusOf(row: Pick<KeyRow, "revokedAt" | "expiresAt">, now: Date): ApiKeySummary["status"] {
  if (row.revokedAt) return "revoked";
  return row.expiresAt && row.expiresAt <= now ? "expired" : "active";
}

/**
 * A page of the brand's keys, newest first.
 * @throws NotFound, Forbidden without `manage`, BadRequest for a foreign cursor
 */
export async function listApiKeys(ctx: Ctx, query: ApiKeyQuery): Promise<Page<ApiKeySummary>> {
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

export type KeyToAttend = Pick<KeyRow, "id" | "name" | "prefix" | "lastFour" | "expiresAt">;

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
