import { and, asc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { refusingUnstorable } from "@/db/errors";
import { pick } from "@/db/pick";
import {
  brandDeletions,
  brands,
  brandVersions,
  drafts,
  entitlements,
  memberships,
  publishedVersion,
  tools,
  users,
} from "@/db/schema";
import { readBrandUse } from "@/lib/access/server";

import type { BrandDocument, LogoEntry } from "@/lib/content";
import { isStrongEnough, type MemberBrand, requireHubAdmin, requireUser } from "@/lib/platform/context";

import { NotFound } from "@/lib/platform/errors";
import {
  afterSlug,
  containing,
  cursorOf,
  cutPage,
  type PageRequest,
  rowsToRead,
  searching,
} from "@/lib/platform/paging";
import type { Ctx } from "./context";
import type { HubBrandState } from "./imported-brand";
import { type BrandCover, type BrandMark, pickBrandMark, pickCover } from "./pick-logo";

export interface BrandCard extends MemberBrand {
  mark: BrandMark | null;
}

/** Of a version's snapshot. */
const LOGOS = sql<LogoEntry[] | null>`${brandVersions.snapshot} -> 'logos' -> 'items'`;

const card = {
  ...pick(brands, "id", "slug", "name", "identityVersion", "membersNeedTwoFactor"),
  role: memberships.role,
  logos: LOGOS,
};

/** Shows only the name of a brand that the session can't enter. */
const toCard =
  (ctx: Ctx) =>
  ({ logos, ...brand }: MemberBrand & { logos: LogoEntry[] | null }): BrandCard => ({
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

export type HubBrand = Awaited<ReturnType<typeof listBrandsOfHub>>["entries"][number];

export interface HubBrandQuery extends PageRequest {
  search?: string;
  state?: HubBrandState;
}

const workingOwners = sql`from memberships m join users u on u.id = m.user_id
  where m.brand_id = ${brands}.id and m.role = 'owner' and u.deactivated_at is null`;

const IN_STATE: Record<HubBrandState, SQL | undefined> = {
  living: isNull(brands.archivedAt),
  archived: and(isNotNull(brands.archivedAt), isNull(brandDeletions.dueAt)),
  "to-be-deleted": isNotNull(brandDeletions.dueAt),
  "without-owner": and(isNull(brands.archivedAt), sql`not exists (select 1 ${workingOwners})`),
};

const listed = {
  ...pick(brands, "id", "name", "slug", "archivedAt"),
  version: brands.identityVersion,
  publishedAt: brandVersions.createdAt,
  deletionDueAt: brandDeletions.dueAt,
  // Active owners, and the first of them by name.
  ownerCount: sql<number>`(select count(*)::int ${workingOwners})`,
  owner: sql<string | null>`(select u.name ${workingOwners} order by u.name, u.id limit 1)`,
  toolCount: sql<number>`(select count(*)::int from entitlements e where e.brand_id = ${brands}.id)`,
  needsTwoFactor: brands.membersNeedTwoFactor,
  logos: LOGOS,
};

/** Shows no logo of a brand that the session can't enter as a member could. */
const toHubBrand =
  (ctx: Ctx) =>
  ({ needsTwoFactor, logos, ...brand }: Awaited<ReturnType<typeof reading>>[number]) => ({
    ...brand,
    mark: isStrongEnough(ctx, needsTwoFactor) ? pickBrandMark(logos ?? []) : null,
  });

const reading = ({ db }: Ctx) =>
  db
    .select(listed)
    .from(brands)
    .innerJoin(brandVersions, publishedVersion)
    .leftJoin(brandDeletions, eq(brandDeletions.brandId, brands.id));

/**
 * Includes archived brands, by slug.
 * @throws Forbidden for all but hub administrators
 */
export async function listBrandsOfHub(ctx: Ctx, query: HubBrandQuery) {
  requireHubAdmin(ctx);
  const rows = await refusingUnstorable(async () =>
    reading(ctx)
      .where(
        and(
          query.state && IN_STATE[query.state],
          searching(query.search, brands.name, brands.slug),
          afterSlug(query, brands.slug),
        ),
      )
      .orderBy(asc(brands.slug))
      .limit(rowsToRead(query)),
  );
  return cutPage(rows.map(toHubBrand(ctx)), query, ({ slug }) => cursorOf(slug));
}

export type HubBrandDetails = Awaited<ReturnType<typeof getBrandOfHub>>;

const MAX_OWNERS = 50;

/** @throws Forbidden for all but hub administrators, NotFound */
export async function getBrandOfHub(ctx: Ctx, { slug }: { slug: string }) {
  requireHubAdmin(ctx);
  const [row] = await reading(ctx).where(eq(brands.slug, slug));
  if (!row) throw new NotFound("There is no such brand.");
  const brandId = row.id;
  const owners = await ctx.db
    .select(pick(users, "id", "name", "email", "deactivatedAt"))
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.brandId, brandId), eq(memberships.role, "owner")))
    .orderBy(asc(users.name), asc(users.id))
    .limit(MAX_OWNERS);
  const granted = await ctx.db
    .select({ slug: tools.slug, name: tools.name, status: tools.status, grantedAt: entitlements.createdAt })
    .from(entitlements)
    .innerJoin(tools, eq(tools.slug, entitlements.toolSlug))
    .where(eq(entitlements.brandId, brandId))
    .orderBy(asc(tools.name), asc(tools.slug));
  return {
    ...toHubBrand(ctx)(row),
    owners,
    memberCount: await ctx.db.$count(memberships, eq(memberships.brandId, brandId)),
    tools: granted,
    quotas: await readBrandUse(ctx, { brandId }),
  };
}
