import { and, asc, eq, ilike, isNull, or, sql } from "drizzle-orm";
import { refusingUnstorable } from "@/db/errors";
import { brands, brandVersions, memberships } from "@/db/schema";
import type { LogoEntry } from "@/lib/content";
import { isStrongEnough, type MemberBrand, requireUser } from "@/lib/platform/context";
import { containing } from "@/lib/platform/paging";
import type { Ctx } from "./context";
import { type BrandMark, pickBrandMark } from "./pick-logo";

export interface BrandCard extends MemberBrand {
  mark: BrandMark | null;
}

const card = {
  id: brands.id,
  slug: brands.slug,
  name: brands.name,
  identityVersion: brands.identityVersion,
  role: memberships.role,
  membersNeedTwoFactor: brands.membersNeedTwoFactor,
  logos: sql<LogoEntry[] | null>`${brandVersions.snapshot} -> 'logos' -> 'items'`,
};

type CardRow = MemberBrand & { logos: LogoEntry[] | null };

/** Shows only the name of a brand that the session can't enter. */
const toCard =
  (ctx: Ctx) =>
  ({ logos, ...brand }: CardRow): BrandCard => ({
    ...brand,
    mark: isStrongEnough(ctx, brand.membersNeedTwoFactor) ? pickBrandMark(logos ?? []) : null,
  });

const publishedVersion = and(eq(brandVersions.brandId, brands.id), eq(brandVersions.version, brands.identityVersion));

export async function findBrandCard(ctx: Ctx, { brandId }: { brandId: string }): Promise<BrandCard | null> {
  const { userId } = requireUser(ctx);
  const mine = and(eq(memberships.userId, userId), eq(memberships.brandId, brandId));
  const [row] = await ctx.db
    .select(card)
    .from(memberships)
    .innerJoin(brands, eq(brands.id, memberships.brandId))
    .innerJoin(brandVersions, publishedVersion)
    .where(and(mine, isNull(brands.archivedAt)));
  return row ? toCard(ctx)(row) : null;
}

export async function countMyBrands(ctx: Ctx, { atMost }: { atMost: number }): Promise<number> {
  const { userId } = requireUser(ctx);
  const mine = await ctx.db
    .select({ id: brands.id })
    .from(memberships)
    .innerJoin(brands, eq(brands.id, memberships.brandId))
    .where(and(eq(memberships.userId, userId), isNull(brands.archivedAt)))
    .limit(atMost);
  return mine.length;
}

/** Matches names and slugs. Brands that start with the text come first. */
export async function searchMyBrands(
  ctx: Ctx,
  { search = "", limit }: { search?: string; limit: number },
): Promise<{ brands: BrandCard[]; more: boolean }> {
  const { userId } = requireUser(ctx);
  const text = search.trim();
  const anywhere = containing(text);
  const atStart = anywhere.slice(1);
  const first = ctx.db
    .select({ id: brands.id, begins: sql<boolean>`${brands.name} ilike ${atStart}`.as("begins") })
    .from(memberships)
    .innerJoin(brands, eq(brands.id, memberships.brandId))
    .where(
      and(
        eq(memberships.userId, userId),
        isNull(brands.archivedAt),
        text ? or(ilike(brands.name, anywhere), ilike(brands.slug, anywhere)) : undefined,
      ),
    )
    .orderBy(sql`begins desc`, sql`lower(${brands.name})`, asc(brands.id))
    .limit(limit + 1)
    .as("first");
  const reading = ctx.db
    .select(card)
    .from(first)
    .innerJoin(brands, eq(brands.id, first.id))
    .innerJoin(memberships, and(eq(memberships.brandId, brands.id), eq(memberships.userId, userId)))
    .innerJoin(brandVersions, publishedVersion)
    .orderBy(sql`${first.begins} desc`, sql`lower(${brands.name})`, asc(brands.id));
  const rows = await refusingUnstorable(async () => reading);
  return { brands: rows.slice(0, limit).map(toCard(ctx)), more: rows.length > limit };
}
