import { and, asc, ilike, inArray, isNull, or } from "drizzle-orm";
import { refusingUnstorable } from "@/db/errors";
import { brands, entitlements, tools } from "@/db/schema";
import type { ToolStatus } from "@/lib/contract";
import { requireHubAdmin } from "@/lib/platform/context";
import {
  afterSlug,
  containing,
  cursorOf,
  cutPage,
  type Page,
  type PageRequest,
  rowsToRead,
} from "@/lib/platform/paging";
import type { Ctx } from "../context";

export interface GridQuery extends PageRequest {
  /** A part of the brand's name or slug. */
  search?: string;
}

/** A row of the grid: a brand, and the slugs of the tools it was granted. */
export interface GridRow {
  brand: { id: string; slug: string; name: string };
  granted: string[];
}

export interface EntitlementGrid extends Page<GridRow> {
  /** The columns: every registered tool, in alphabetical order of names. */
  tools: { slug: string; name: string; status: ToolStatus }[];
}

/**
 * The brands that are not archived, in order of slugs and page by page, with the tools each was granted. Three queries, whatever the
 * number of brands. @throws Forbidden unless a hub administrator asks
 */
export async function listEntitlementGrid(ctx: Ctx, query: GridQuery): Promise<EntitlementGrid> {
  requireHubAdmin(ctx);
  const pattern = query.search ? containing(query.search) : null;
  const columns = await ctx.db
    .select({ slug: tools.slug, name: tools.name, status: tools.status })
    .from(tools)
    .orderBy(asc(tools.name), asc(tools.slug));
  const reading = ctx.db
    .select({ id: brands.id, slug: brands.slug, name: brands.name })
    .from(brands)
    .where(
      and(
        isNull(brands.archivedAt),
        pattern ? or(ilike(brands.name, pattern), ilike(brands.slug, pattern)) : undefined,
        afterSlug(query, brands.slug),
      ),
    )
    .orderBy(asc(brands.slug))
    .limit(rowsToRead(query));
  const rows = await refusingUnstorable(async () => reading);
  const page = cutPage(
    rows,
    query,
    ({ slug }) => cursorOf(slug),
    (brand) => brand,
  );
  const granted = await grantedTo(
    ctx,
    page.entries.map(({ id }) => id),
  );
  return {
    tools: columns,
    next: page.next,
    entries: page.entries.map((brand) => ({ brand, granted: granted.get(brand.id) ?? [] })),
  };
}

async function grantedTo(ctx: Ctx, brandIds: string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (brandIds.length === 0) return found;
  const rows = await ctx.db
    .select({ brandId: entitlements.brandId, toolSlug: entitlements.toolSlug })
    .from(entitlements)
    .where(inArray(entitlements.brandId, brandIds))
    .orderBy(asc(entitlements.toolSlug));
  for (const { brandId, toolSlug } of rows) found.set(brandId, [...(found.get(brandId) ?? []), toolSlug]);
  return found;
}
