import { and, count, eq, gt, isNull, or, sql, sum } from "drizzle-orm";
import { apiKeys, brands, brandVersions, files, invitations, memberships, sessions } from "@/db/schema";
import type { Ctx } from "../context";
import { ARCHIVED_COUNTS_MS, type BrandQuotas, type UserQuotas, VERSIONS_WINDOW_MS } from "./quotas";

type Count = (ctx: Pick<Ctx, "db" | "now">, id: string) => Promise<number>;

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);
const isActive = (expiresAt: typeof apiKeys.expiresAt | typeof sessions.expiresAt, now: Date) =>
  or(isNull(expiresAt), gt(expiresAt, now));

export const BRAND_USE: Readonly<Record<keyof BrandQuotas, Count>> = {
  async members({ db, now }, brandId) {
    const open = and(
      eq(invitations.brandId, brandId),
      isNull(invitations.acceptedAt),
      isNull(invitations.revokedAt),
      gt(invitations.expiresAt, now),
    );
    const members = await db.$count(memberships, eq(memberships.brandId, brandId));
    return members + (await db.$count(invitations, open));
  },

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

export const USER_USE: Readonly<Record<keyof UserQuotas, Count>> = {
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
