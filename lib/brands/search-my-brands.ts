import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { refusingUnstorable } from "@/db/errors";
import { brands, brandVersions, drafts, memberships, publishedVersion } from "@/db/schema";
import type { BrandDocument, LogoEntry } from "@/lib/content";
import { isStrongEnough, type MemberBrand, requireUser } from "@/lib/platform/context";
import { containing, searching } from "@/lib/platform/paging";
import type { Ctx } from "./context";
import { type BrandCover, type BrandMark, pickBrandMark, pickCover } from "./pick-logo";

export interface BrandCard extends MemberBrand {
  mark: BrandMark | null;
}

/** Of a version's snapshot. */
export const LOGOS = sql<LogoEntry[] | null>`${brandVersions.snapshot} -> 'logos' -> 'items'`;

const card = {
  id: brands.id,
  slug: brands.slug,
  name: brands.name,
  identityVersion: brands.identityVersion,
  role: memberships.role,
  membersNeedTwoFactor: brands.membersNeedTwoFactor,
  logos: LOGOS,
};

type CardRow = MemberBrand & { logos: LogoEntry[] | null };

/** Shows only the name of a brand that the session can't enter. */
const toCard =
  (ctx: Ctx) =>
  ({ logos, ...brand }: CardRow): BrandCard => ({
    ...brand,
    mark: isStrongEnough(ctx, brand.membersNeedTwoFactor) ? pickBrandMark(logos ?? []) : null,
  });

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

interface BrandSearch {
  search?: string;
  /** Slugs of brands that come before the others, which follow by name. */
  recent?: readonly string[];
  limit: number;
  offset?: number;
}

/** A brand with what its cover in the gallery shows. */
interface FoundBrand extends BrandCard {
  cover: BrandCover | null;
  colors: string[];
  hasDraft: boolean;
}

/** What a cover shows. A palette can be long. */
const palette = sql<
  BrandDocument["colors"]["palette"] | null
>`jsonb_path_query_array(${brandVersions.snapshot}, '$.colors.palette[0 to 11]')`;

/** Matches names and slugs. Brands that start with the text come first, then recent ones. */
export async function searchMyBrands(
  ctx: Ctx,
  { search = "", recent = [], limit, offset = 0 }: BrandSearch,
): Promise<{ brands: FoundBrand[]; more: boolean }> {
  const { userId } = requireUser(ctx);
  const text = search.trim();
  const first = ctx.db
    .select({
      id: brands.id,
      begins: sql<boolean>`${brands.name} ilike ${containing(text).slice(1)}`.as("begins"),
      place: sql<number | null>`array_position(${sql.param(recent)}::text[], ${brands.slug})`.as("place"),
    })
    .from(memberships)
    .innerJoin(brands, eq(brands.id, memberships.brandId))
    .where(and(eq(memberships.userId, userId), isNull(brands.archivedAt), searching(text, brands.name, brands.slug)))
    .orderBy(sql`begins desc`, sql`place`, sql`lower(${brands.name})`, asc(brands.id))
    .limit(limit + 1)
    .offset(offset)
    .as("first");
  const reading = ctx.db
    .select({ ...card, palette, draft: drafts.revision })
    .from(first)
    .innerJoin(brands, eq(brands.id, first.id))
    .innerJoin(memberships, and(eq(memberships.brandId, brands.id), eq(memberships.userId, userId)))
    .innerJoin(brandVersions, publishedVersion)
    .leftJoin(drafts, and(eq(drafts.brandId, brands.id), eq(drafts.userId, userId)))
    .orderBy(sql`${first.begins} desc`, sql`${first.place}`, sql`lower(${brands.name})`, asc(brands.id));
  const rows = await refusingUnstorable(async () => reading);
  const found = rows.slice(0, limit).map(({ palette, draft, ...row }): FoundBrand => {
    const shown = toCard(ctx)(row);
    const isOpen = isStrongEnough(ctx, row.membersNeedTwoFactor);
    const colors = isOpen ? (palette ?? []) : [];
    return {
      ...shown,
      cover: isOpen ? pickCover({ logos: { items: row.logos ?? [] }, colors: { palette: colors } }) : null,
      colors: colors.map(({ hex }) => hex),
      hasDraft: draft !== null,
    };
  });
  return { brands: found, more: rows.length > limit };
}
