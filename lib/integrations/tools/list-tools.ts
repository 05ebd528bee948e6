import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { refusingUnstorable } from "@/db/errors";
import { batchedLookup } from "@/db/hot-path/batched-lookup";
import { pick } from "@/db/pick";
import { brands, childReads, entitlements, subscriptions, tools } from "@/db/schema";
import { requirePermission } from "@/lib/access/server";
import type { Tool as ToolSchema, ToolStatus } from "@/lib/contract";
import { type ProvedApiKeyActor, requireHubAdmin, requireUser } from "@/lib/platform/context";
import { afterSlug, cursorOf, cutPage, type PageRequest, rowsToRead, searching } from "@/lib/platform/paging";
import { slugCandidates } from "@/lib/platform/suggest-slug";
import { MAX_COUNTED } from "@/lib/platform/text";
import { actorOfKey, FROM_KEY, KEY_COLUMNS, KEY_PARAMS, type KeyRow, keyParams } from "../api-keys/read-api-keys";
import type { Ctx } from "../context";
import type { ToolCredentialKind } from "../tool-credentials/credential-rules";
import { shownWebhookUrl } from "../webhooks/endpoint-view";
import { pendingFor } from "../webhooks/list-endpoints";
import { readPauses } from "../webhooks/receiver";

interface ToolQuery extends PageRequest {
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

interface ToolBrandQuery extends PageRequest {
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

/**
 * Target of *Open*: the login-initiation URL for this brand (OpenID Connect Core 1.0, 4), else the origin of the
 * connect URL. Null if the hub signs nobody in to the tool.
 * @param from.issuer the hub's issuer URL
 */
export function openUrl(
  { connectUrl, initiateLoginUrl }: Pick<typeof tools.$inferSelect, "connectUrl" | "initiateLoginUrl">,
  { issuer, brandId }: { issuer: string; brandId: string },
): string | null {
  if (!connectUrl) return null;
  if (!initiateLoginUrl) return new URL(connectUrl).origin;
  const url = new URL(initiateLoginUrl);
  url.searchParams.set("iss", issuer);
  url.searchParams.set("target_link_uri", `${url.origin}/`);
  url.searchParams.set("brand_id", brandId);
  return url.href;
}

type Listed = z.input<typeof ToolSchema>;

// A join would read each tool's entitlements for all brands.
const toolsOf = (brand: SQL): SQL => sql`select t.slug, t.name, t.status, exists (
      select from ${entitlements} e where e.brand_id = ${brand} and e.tool_slug = t.slug) as entitled
    from ${tools} t
    order by t.slug`;

const findTools = batchedLookup<Listed, { brand: "uuid" }>(
  "tools_of_brand",
  { brand: "uuid" },
  toolsOf(sql`input.brand`),
);

const findByKey = batchedLookup<KeyRow & { tools: Listed[] }, typeof KEY_PARAMS>(
  "tools_by_key",
  KEY_PARAMS,
  sql`select ${KEY_COLUMNS}, coalesce((select json_agg(listed) from (${toolsOf(sql`b.id`)}) as listed), '[]') as tools
    ${FROM_KEY}`,
);

/** `authenticateApiKey` and `listToolsForBrand` in one statement. */
export async function authenticateWithTools(
  ctx: Ctx,
  { key }: { key: string },
): Promise<{ actor: ProvedApiKeyActor; tools: Listed[] } | null> {
  const params = keyParams(ctx, key);
  if (!params) return null;
  const [row] = await findByKey(ctx.db, params);
  return row ? { actor: await actorOfKey(ctx, row), tools: row.tools } : null;
}

export async function listToolsForBrand({ db }: Ctx, { brandId }: { brandId: string }): Promise<Listed[]> {
  const rows = await findTools(db, { brand: brandId });
  return rows.map(({ slug, name, status, entitled }) => ({ slug, name, status, entitled }));
}

export type BrandTool = Awaited<ReturnType<typeof listBrandTools>>[number];

/** Every registered tool by name. @throws NotFound for non-members */
export async function listBrandTools(ctx: Ctx, { brandId }: { brandId: string }) {
  const { role } = await requirePermission(ctx, brandId, "read");
  const rows = await ctx.db
    .select({
      tool: tools,
      entitlement: entitlements,
      subscription: subscriptions,
      read: childReads,
      pending: pendingFor(brandId),
    })
    .from(tools)
    .leftJoin(entitlements, and(eq(entitlements.toolSlug, tools.slug), eq(entitlements.brandId, brandId)))
    .leftJoin(subscriptions, and(eq(subscriptions.toolSlug, tools.slug), eq(subscriptions.brandId, brandId)))
    .leftJoin(childReads, and(eq(childReads.toolSlug, tools.slug), eq(childReads.brandId, brandId)))
    .orderBy(asc(tools.name), asc(tools.slug));
  const pauseOf = await readPauses(ctx);
  return rows.map(({ tool, entitlement, subscription, read, pending }) => ({
    tool,
    entitled: entitlement !== null,
    /** The URL is shortened for roles that can't manage. */
    subscription: subscription && { ...subscription, webhookUrl: shownWebhookUrl(role, subscription.webhookUrl) },
    lastRead: read && { version: read.version, readAt: read.readAt },
    pending,
    /** Null if the hub can't sign people in to it. */
    openUrl: openUrl(tool, { issuer: ctx.baseUrl, brandId }),
    pause: pauseOf(tool),
  }));
}

interface GridQuery extends PageRequest {
  search?: string;
}

export type EntitlementGrid = Awaited<ReturnType<typeof listEntitlementGrid>>;

/** A page of unarchived brands by slug. Two queries. @throws Forbidden for non-administrators */
export async function listEntitlementGrid(ctx: Ctx, query: GridQuery) {
  requireHubAdmin(ctx);
  const columns = await ctx.db
    .select(pick(tools, "slug", "name", "status"))
    .from(tools)
    .orderBy(asc(tools.name), asc(tools.slug));
  const granted = sql<string[]>`array(select e.tool_slug from ${entitlements} e
    where e.brand_id = ${brands}.id order by e.tool_slug)`;
  const reading = ctx.db
    .select({ brand: pick(brands, "id", "slug", "name"), granted })
    .from(brands)
    .where(
      and(isNull(brands.archivedAt), searching(query.search, brands.name, brands.slug), afterSlug(query, brands.slug)),
    )
    .orderBy(asc(brands.slug))
    .limit(rowsToRead(query));
  const rows = await refusingUnstorable(async () => reading);
  return { tools: columns, ...cutPage(rows, query, ({ brand }) => cursorOf(brand.slug)) };
}
