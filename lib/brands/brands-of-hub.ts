import { and, asc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { refusingUnstorable } from "@/db/errors";
import {
  brandDeletions,
  brands,
  brandVersions,
  entitlements,
  memberships,
  publishedVersion,
  tools,
  users,
} from "@/db/schema";
import type { QuotaUse } from "@/lib/access";
import { readBrandUse } from "@/lib/access/server";
import type { LogoEntry } from "@/lib/content";
import type { ToolStatus } from "@/lib/contract";
import { isStrongEnough, requireHubAdmin } from "@/lib/platform/context";
import { NotFound } from "@/lib/platform/errors";
import {
  afterSlug,
  cursorOf,
  cutPage,
  type Page,
  type PageRequest,
  rowsToRead,
  searching,
} from "@/lib/platform/paging";
import type { Ctx } from "./context";
import type { HubBrandState } from "./imported-brand";
import { type BrandMark, pickBrandMark } from "./pick-logo";
import { LOGOS } from "./search-my-brands";

export interface HubBrand {
  id: string;
  name: string;
  slug: string;
  version: number;
  publishedAt: Date;
  archivedAt: Date | null;
  deletionDueAt: Date | null;
  /** Active owners. */
  ownerCount: number;
  /** The first owner by name. Null if no owner is active. */
  owner: string | null;
  toolCount: number;
  /** Null where the session can't enter the brand as a member could. */
  mark: BrandMark | null;
}

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
  id: brands.id,
  name: brands.name,
  slug: brands.slug,
  version: brands.identityVersion,
  publishedAt: brandVersions.createdAt,
  archivedAt: brands.archivedAt,
  deletionDueAt: brandDeletions.dueAt,
  ownerCount: sql<number>`(select count(*)::int ${workingOwners})`,
  owner: sql<string | null>`(select u.name ${workingOwners} order by u.name, u.id limit 1)`,
  toolCount: sql<number>`(select count(*)::int from entitlements e where e.brand_id = ${brands}.id)`,
  needsTwoFactor: brands.membersNeedTwoFactor,
  logos: LOGOS,
};

type ListedRow = Omit<HubBrand, "mark"> & { needsTwoFactor: boolean; logos: LogoEntry[] | null };

const toHubBrand =
  (ctx: Ctx) =>
  ({ needsTwoFactor, logos, ...brand }: ListedRow): HubBrand => ({
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
export async function listBrandsOfHub(ctx: Ctx, query: HubBrandQuery): Promise<Page<HubBrand>> {
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

export interface HubBrandDetails extends HubBrand {
  owners: { id: string; name: string; email: string; deactivatedAt: Date | null }[];
  memberCount: number;
  tools: { slug: string; name: string; status: ToolStatus; grantedAt: Date }[];
  quotas: QuotaUse[];
}

const MAX_OWNERS = 50;

/** @throws Forbidden for all but hub administrators, NotFound */
export async function getBrandOfHub(ctx: Ctx, { slug }: { slug: string }): Promise<HubBrandDetails> {
  requireHubAdmin(ctx);
  const [row] = await reading(ctx).where(eq(brands.slug, slug));
  if (!row) throw new NotFound("There is no such brand.");
  const brandId = row.id;
  const owners = await ctx.db
    .select({ id: users.id, name: users.name, email: users.email, deactivatedAt: users.deactivatedAt })
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
