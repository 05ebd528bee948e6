import { and, count, eq, gt, isNull, or, sql, sum } from "drizzle-orm";
import { apiKeys, brands, brandVersions, files, invitations, memberships, sessions, users } from "@/db/schema";
import { requireUser } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { isOpenInvitation } from "../members/accept-invitation";
import {
  ARCHIVED_COUNTS_MS,
  amountText,
  type BrandQuotas,
  QUOTA_LABELS,
  type Quota,
  type QuotaUse,
  REFUSALS,
  type UserQuotas,
  VERSIONS_WINDOW_MS,
} from "./quotas";

type Count = (ctx: Pick<Ctx, "db" | "now">, id: string) => Promise<number>;

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);
const isActive = (expiresAt: typeof apiKeys.expiresAt | typeof sessions.expiresAt, now: Date) =>
  or(isNull(expiresAt), gt(expiresAt, now));

/** Members and open invitations. The caller has checked permission. */
export async function countPeople({ db, now }: Pick<Ctx, "db" | "now">, brandId: string): Promise<number> {
  const open = and(eq(invitations.brandId, brandId), isOpenInvitation, gt(invitations.expiresAt, now));
  const members = await db.$count(memberships, eq(memberships.brandId, brandId));
  return members + (await db.$count(invitations, open));
}

const BRAND_USE: Readonly<Record<keyof BrandQuotas, Count>> = {
  members: countPeople,

  apiKeys: ({ db, now }, brandId) =>
    db.$count(apiKeys, and(eq(apiKeys.brandId, brandId), isNull(apiKeys.revokedAt), isActive(apiKeys.expiresAt, now))),

  files: ({ db }, brandId) => db.$count(files, eq(files.brandId, brandId)),

  async storage({ db }, brandId) {
    const [row] = await db
      .select({ bytes: sum(files.bytes) })
      .from(files)
      .where(eq(files.brandId, brandId));
    return Number(row?.bytes ?? 0);
  },

  versionsPerDay: ({ db, now }, brandId) =>
    db.$count(
      brandVersions,
      and(eq(brandVersions.brandId, brandId), gt(brandVersions.createdAt, before(now, VERSIONS_WINDOW_MS))),
    ),
};

const USER_USE: Readonly<Record<keyof UserQuotas, Count>> = {
  async brands({ db, now }, userId) {
    const counted = or(isNull(brands.archivedAt), gt(brands.archivedAt, before(now, ARCHIVED_COUNTS_MS)));
    const [row] = await db
      .select({ made: count() })
      .from(brandVersions)
      .innerJoin(brands, eq(brands.id, brandVersions.brandId))
      // A parameter would not match the partial index.
      .where(and(eq(brandVersions.authorId, userId), sql`${brandVersions.version} = 1`, counted));
    return row?.made ?? 0;
  },

  sessionTokens: ({ db, now }, userId) =>
    db.$count(
      sessions,
      and(
        eq(sessions.userId, userId),
        eq(sessions.kind, "token"),
        isNull(sessions.revokedAt),
        isActive(sessions.expiresAt, now),
      ),
    ),
};

export class QuotaExceeded extends BadRequest {
  constructor(
    readonly quota: Quota,
    limit: number,
  ) {
    super(`${REFUSALS[quota](amountText(quota, limit))} Your administrator can raise the limit.`);
  }
}

const limitedIn = <Name extends string>(
  limits: Readonly<Record<Name, number>>,
  adding: Partial<Record<Name, number>>,
) => (Object.entries(adding) as [Name, number][]).filter(([quota]) => limits[quota] > 0);

/**
 * Locks the brand until the transaction ends, so that two requests can't both take the last place. Call it before
 * touching the brand's data.
 * @throws QuotaExceeded
 */
export async function requireQuota(
  ctx: Ctx,
  { brandId, adding }: { brandId: string; adding: Partial<BrandQuotas> },
): Promise<void> {
  const limits = ctx.quotas.brand;
  const limited = limitedIn(limits, adding);
  if (limited.length === 0) return;
  await ctx.db.select({ one: sql`1` }).from(brands).where(eq(brands.id, brandId)).for("update");
  for (const [quota, amount] of limited)
    if ((await BRAND_USE[quota](ctx, brandId)) + amount > limits[quota]) throw new QuotaExceeded(quota, limits[quota]);
}

/** @throws QuotaExceeded */
export async function requireOwnQuota(
  ctx: Ctx,
  { userId, adding }: { userId: string; adding: Partial<UserQuotas> },
): Promise<void> {
  const limits = ctx.quotas.user;
  const limited = limitedIn(limits, adding);
  if (limited.length === 0) return;
  await ctx.db.select({ one: sql`1` }).from(users).where(eq(users.id, userId)).for("no key update");
  for (const [quota, amount] of limited)
    if ((await USER_USE[quota](ctx, userId)) + amount > limits[quota]) throw new QuotaExceeded(quota, limits[quota]);
}

async function useOf<Name extends Quota>(
  ctx: Ctx,
  limits: Readonly<Record<Name, number>>,
  counts: Readonly<Record<Name, Count>>,
  id: string,
): Promise<QuotaUse[]> {
  const quotas = (Object.keys(limits) as Name[]).filter((quota) => limits[quota] > 0);
  const used = await Promise.all(quotas.map((quota) => counts[quota](ctx, id)));
  return quotas.map((quota, index) => ({
    quota,
    label: QUOTA_LABELS[quota],
    used: used[index] ?? 0,
    limit: limits[quota],
  }));
}

/** The caller has checked permission. */
export const readBrandUse = (ctx: Ctx, { brandId }: { brandId: string }): Promise<QuotaUse[]> =>
  useOf(ctx, ctx.quotas.brand, BRAND_USE, brandId);

export const readOwnUse = (ctx: Ctx): Promise<QuotaUse[]> =>
  useOf(ctx, ctx.quotas.user, USER_USE, requireUser(ctx).userId);
