import { and, asc, between, eq, gt, isNull, or } from "drizzle-orm";
import { apiKeys, memberships, users } from "@/db/schema";
import { requirePermission } from "@/lib/access/server";
import type { Ctx } from "../context";
import { EXPIRY_WARNING_MS } from "./key-limits";
import { makerHasLeft, ofItsMaker } from "./maker";

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
