import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { refusingUnstorable } from "@/db/errors";
import { brands, entitlements, subscriptions, tools } from "@/db/schema";
import type { ToolStatus } from "@/lib/contract";
import { requireHubAdmin, requireUser } from "@/lib/platform/context";
import { afterSlug, cursorOf, cutPage, type PageRequest, rowsToRead, searching } from "@/lib/platform/paging";
import { MAX_COUNTED } from "@/lib/platform/size-text";
import { slugCandidates } from "@/lib/platform/suggest-slug";
import type { Ctx } from "../context";
import type { ToolCredentialKind } from "../tool-credentials/credential-rules";
import { readPauses } from "../webhooks/receiver";

export interface ToolQuery extends PageRequest {
  status?: ToolStatus;
  search?: string;
}

export type AdminTool = Awaited<ReturnType<typeof listTools>>["entries"][number];

const madeOf = (kind: ToolCredentialKind, now: Date) => sql<number>`(select count(*)::int from tool_credentials c
  where c.tool_slug = ${tools}.slug and c.kind = ${kind} and c.revoked_at is null
    and coalesce(c.expires_at, 'infinity'::timestamptz) > ${now.toISOString()}::timestamptz)`;

/** By slug. @throws Forbidden for non-administrators */
export async function listTools(ctx: Ctx, query: ToolQuery) {
  requireHubAdmin(ctx);
  const reading = ctx.db
    .select({
      tool: tools,
      brandCount: sql<number>`(select count(*)::int from (select from entitlements e where e.tool_slug = ${tools}.slug
        and e.brand_id not in (select id from brands where archived_at is not null) order by e.brand_id
          limit ${MAX_COUNTED + 1}) counted)`,
      // Active credentials created in the hub.
      appTokens: madeOf("app_token", ctx.now),
      signingSecrets: madeOf("signing_secret", ctx.now),
    })
    .from(tools)
    .where(
      and(
        query.status && eq(tools.status, query.status),
        searching(query.search, tools.name, tools.slug),
        afterSlug(query, tools.slug),
      ),
    )
    .orderBy(asc(tools.slug))
    .limit(rowsToRead(query));
  const rows = await refusingUnstorable(async () => reading);
  const pauseOf = await readPauses(ctx);
  const listed = rows.map(({ tool, brandCount, ...made }) => ({ tool, brandCount, made, pause: pauseOf(tool) }));
  return cutPage(listed, query, ({ tool }) => cursorOf(tool.slug));
}

export interface ToolBrandQuery extends PageRequest {
  toolSlug: string;
  search?: string;
  entitled?: boolean;
}

export type ToolBrand = Awaited<ReturnType<typeof listToolBrands>>["entries"][number];

/** Unarchived brands by slug. @throws Forbidden for non-administrators */
export async function listToolBrands(ctx: Ctx, query: ToolBrandQuery) {
  requireHubAdmin(ctx);
  const granted = sql`${entitlements.toolSlug} is not null`;
  const reading = ctx.db
    .select({
      brand: { id: brands.id, slug: brands.slug, name: brands.name },
      entitledAt: entitlements.createdAt,
      subscription: subscriptions,
    })
    .from(brands)
    .leftJoin(entitlements, and(eq(entitlements.brandId, brands.id), eq(entitlements.toolSlug, query.toolSlug)))
    .leftJoin(subscriptions, and(eq(subscriptions.brandId, brands.id), eq(subscriptions.toolSlug, query.toolSlug)))
    .where(
      and(
        isNull(brands.archivedAt),
        query.entitled === undefined ? undefined : sql`(${granted}) = ${query.entitled}`,
        searching(query.search, brands.name, brands.slug),
        afterSlug(query, brands.slug),
      ),
    )
    .orderBy(asc(brands.slug))
    .limit(rowsToRead(query));
  const rows = await refusingUnstorable(async () => reading);
  return cutPage(rows, query, ({ brand }) => cursorOf(brand.slug));
}

/**
 * A free slug for a tool's name, `tool` for one without letters and digits. @throws Forbidden for non-administrators
 */
export async function suggestToolSlug(ctx: Ctx, { name }: { name: string }): Promise<string> {
  requireHubAdmin(ctx);
  const candidates = slugCandidates(name, "tool");
  const rows = await ctx.db.select({ slug: tools.slug }).from(tools).where(inArray(tools.slug, candidates));
  const taken = new Set(rows.map(({ slug }) => slug));
  return candidates.find((slug) => !taken.has(slug)) ?? "";
}

const MAX_NAMES = 500;

/** Any signed-in user can see them, as each brand's tools page does. @throws Forbidden for other actors */
export async function listToolNames(ctx: Ctx): Promise<{ slug: string; name: string }[]> {
  requireUser(ctx);
  return ctx.db
    .select({ slug: tools.slug, name: tools.name })
    .from(tools)
    .orderBy(asc(tools.name), asc(tools.slug))
    .limit(MAX_NAMES);
}
