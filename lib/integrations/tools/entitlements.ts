import { and, asc, eq, exists, gt, inArray, isNull, notExists, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { refusingUnstorable } from "@/db/errors";
import { batchedLookup } from "@/db/hot-path/batched-lookup";
import { pick } from "@/db/pick";
import { brands, entitlements, subscriptions, tools } from "@/db/schema";
import type { AuditEntry } from "@/lib/access";
import { recordAudits } from "@/lib/access/server";
import { type EntitlementChanged, Uuid } from "@/lib/contract";
import {
  inTransaction,
  requireHubAdmin,
  requireHubAdminOrOperator,
  requireRecentProof,
  type ToolActor,
} from "@/lib/platform/context";
import { NotFound } from "@/lib/platform/errors";
import { cursorOf, cutPage, type Page, type PageRequest, placeOf, rowsToRead, searching } from "@/lib/platform/paging";
import type { Ctx } from "../context";
import { cancelPendingDeliveries } from "../webhooks/cancel-deliveries";
import { enqueueEntitlementChange } from "../webhooks/enqueue-deliveries";
import { lockTool, type Tool } from "./edit-tool";
import { requireWorkingTool, type ToolAccess } from "./entitled-tool";

export interface EntitlementKey {
  brandId: string;
  toolSlug: string;
}

/**
 * Locks an unarchived brand and a registered tool for the transaction. The brand first, as publishing does, to avoid
 * deadlocks.
 * @throws NotFound for either
 */
export async function requireBrandAndTool(ctx: Ctx, { brandId, toolSlug }: EntitlementKey) {
  const [brand] = await ctx.db
    .select(pick(brands, "id", "name", "slug"))
    .from(brands)
    .where(and(eq(brands.id, brandId), isNull(brands.archivedAt)))
    .for("key share");
  if (!brand) throw new NotFound("There is no such brand.");
  return { brand, tool: await lockTool(ctx, { toolSlug }, "share") };
}

type Granted = Awaited<ReturnType<typeof requireBrandAndTool>>;

/** One for the brand's members, one for hub administrators. */
function entriesOf(action: EntitlementChanged["type"], { brand, tool }: Granted): AuditEntry[] {
  const target = { kind: "tool", id: tool.slug, label: tool.name };
  const change: [unknown, unknown] = action === "entitlement.granted" ? [null, brand.slug] : [brand.slug, null];
  return [
    { brandId: brand.id, action, target },
    { brandId: null, action, target, diff: { brand: change } },
  ];
}

/** Returns the ids of brands that lacked access. Also subscribes them. */
async function grantAll(tx: Ctx, tool: Tool, brandIds: readonly string[], grantedBy: string | null): Promise<string[]> {
  const granted = await tx.db
    .insert(entitlements)
    .values(brandIds.map((brandId) => ({ brandId, toolSlug: tool.slug, grantedBy, createdAt: tx.now })))
    .onConflictDoNothing()
    .returning({ brandId: entitlements.brandId });
  const webhookUrl = tool.defaultWebhookUrl;
  if (webhookUrl && granted.length > 0)
    await tx.db
      .insert(subscriptions)
      .values(granted.map(({ brandId }) => ({ brandId, toolSlug: tool.slug, webhookUrl, createdAt: tx.now })));
  const ids = granted.map(({ brandId }) => brandId);
  await enqueueEntitlementChange(tx, { type: "entitlement.granted", brandIds: ids, toolSlug: tool.slug });
  return ids;
}

/** Also removes subscriptions and cancels pending deliveries. Returns the brand ids. */
async function revokeAll(tx: Ctx, tool: Tool, brandIds: readonly string[]): Promise<string[]> {
  const theirs = and(eq(entitlements.toolSlug, tool.slug), inArray(entitlements.brandId, [...brandIds]));
  // A fixed order prevents deadlocks.
  await tx.db.select({ one: sql`1` }).from(entitlements).where(theirs).orderBy(asc(entitlements.brandId)).for("update");
  await enqueueEntitlementChange(tx, { type: "entitlement.revoked", brandIds, toolSlug: tool.slug });
  const revoked = await tx.db.delete(entitlements).where(theirs).returning({ brandId: entitlements.brandId });
  const ids = revoked.map(({ brandId }) => brandId);
  const reason = "The brand no longer has access to the tool.";
  if (ids.length > 0) await cancelPendingDeliveries(tx, { brandId: ids, toolSlug: tool.slug, reason });
  return ids;
}

/**
 * Grants access, with a subscription at the tool's default webhook URL. Returns false if the brand had access.
 * @throws Forbidden unless administrator or operator, ReauthRequired, NotFound for an unknown brand or tool
 */
export async function grantEntitlement(ctx: Ctx, key: EntitlementKey): Promise<boolean> {
  const grantedBy = requireHubAdminOrOperator(ctx);
  requireRecentProof(ctx);
  const changed = await inTransaction(ctx, async (tx) => {
    const { brand, tool } = await requireBrandAndTool(tx, key);
    if ((await grantAll(tx, tool, [brand.id], grantedBy)).length === 0) return false;
    await recordAudits(tx, entriesOf("entitlement.granted", { brand, tool }));
    return true;
  });
  ctx.wakeTick();
  return changed;
}

/**
 * Revokes access, removes the subscription and cancels pending deliveries. Returns false if the brand had no access.
 * @throws Forbidden for non-administrators, ReauthRequired, NotFound for an unknown brand or tool
 */
export async function revokeEntitlement(ctx: Ctx, key: EntitlementKey): Promise<boolean> {
  requireHubAdmin(ctx);
  requireRecentProof(ctx);
  const changed = await inTransaction(ctx, async (tx) => {
    const { brand, tool } = await requireBrandAndTool(tx, key);
    if ((await revokeAll(tx, tool, [brand.id])).length === 0) return false;
    await recordAudits(tx, entriesOf("entitlement.revoked", { brand, tool }));
    return true;
  });
  ctx.wakeTick();
  return changed;
}

type ReadableBrand = Pick<typeof brands.$inferSelect, "id" | "slug" | "name" | "identityVersion">;

/** The id is null if the tool can read no brand. */
type Row = Pick<ToolAccess, "tool_status"> & Omit<ReadableBrand, "id"> & { id: string | null };

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

const brandsOf = (which: SQL): SQL => sql`select t.status as tool_status, readable.*
  from (select 1) as one
  left join ${tools} t on t.slug = input.tool
  left join lateral (
    select b.id, b.slug, b.name, b.identity_version as "identityVersion"
    from ${entitlements} e join ${brands} b on b.id = e.brand_id
    where e.tool_slug = t.slug and b.archived_at is null and ${which}
  ) as readable on true
  order by readable.id`;

const findPage = batchedLookup<Row, { tool: "text"; after: "uuid"; rows: "bigint" }>(
  "brands_of_tool",
  { tool: "text", after: "uuid", rows: "bigint" },
  brandsOf(sql`e.brand_id > input.after order by e.brand_id limit input.rows`),
);

const findBySlug = batchedLookup<Row, { tool: "text"; slug: "text" }>(
  "brand_of_tool",
  { tool: "text", slug: "text" },
  brandsOf(sql`b.slug = input.slug`),
);

/**
 * A page of unarchived brands that the acting tool can read, oldest first, or the one with the slug. One query.
 * @throws Unauthorized for an unregistered tool, Forbidden for a disabled one, BadRequest for a foreign cursor
 */
export async function listBrandsOfTool(
  ctx: Ctx<ToolActor>,
  { slug, ...page }: PageRequest & { slug?: string },
): Promise<Page<ReadableBrand>> {
  const tool = ctx.actor.toolSlug;
  const place = placeOf(page, z.tuple([Uuid]));
  const rows =
    slug === undefined
      ? await findPage(ctx.db, { tool, after: place?.[0] ?? BEFORE_ALL, rows: rowsToRead(page) })
      : await findBySlug(ctx.db, { tool, slug });
  requireWorkingTool({ tool_status: rows[0]?.tool_status ?? null });
  const readable = rows.flatMap(({ id, slug, name, identityVersion }) =>
    id === null ? [] : [{ id, slug, name, identityVersion }],
  );
  return cutPage(readable, page, ({ id }) => cursorOf(id));
}

/** Publishing waits for their locks. */
const BATCH_SIZE = 200;

export interface GrantToMany {
  toolSlug: string;
  /** Empty for all brands. */
  search: string;
  on: boolean;
}

export type GrantForecast = Awaited<ReturnType<typeof forecastGrants>>;

const matching = ({ search }: GrantToMany) =>
  and(isNull(brands.archivedAt), searching(search, brands.name, brands.slug));

const changing = ({ db }: Ctx, input: GrantToMany) => {
  const granted = db
    .select({ one: sql`1` })
    .from(entitlements)
    .where(and(eq(entitlements.brandId, brands.id), eq(entitlements.toolSlug, input.toolSlug)));
  return and(matching(input), input.on ? notExists(granted) : exists(granted));
};

/** @throws Forbidden unless administrator or operator, NotFound for an unknown tool */
export async function forecastGrants(ctx: Ctx, input: GrantToMany) {
  requireHubAdminOrOperator(ctx);
  if ((await ctx.db.$count(tools, eq(tools.slug, input.toolSlug))) === 0) throw new NotFound("There is no such tool.");
  return refusingUnstorable(async () => ({
    matching: await ctx.db.$count(brands, matching(input)),
    changing: await ctx.db.$count(brands, changing(ctx, input)),
  }));
}

/** By slug, locked in id order. Skips brands archived in between. */
async function lockNext(tx: Ctx, input: GrantToMany, after: string | null) {
  const next = await tx.db
    .select({ id: brands.id, slug: brands.slug })
    .from(brands)
    .where(and(changing(tx, input), after === null ? undefined : gt(brands.slug, after)))
    .orderBy(asc(brands.slug))
    .limit(BATCH_SIZE);
  const ids = next.map(({ id }) => id);
  const locked = await tx.db
    .select({ id: brands.id })
    .from(brands)
    .where(and(inArray(brands.id, ids), isNull(brands.archivedAt)))
    .orderBy(asc(brands.id))
    .for("key share");
  return { brandIds: locked.map(({ id }) => id), last: next.length < BATCH_SIZE ? null : (next.at(-1)?.slug ?? null) };
}

/**
 * Grants a tool to the next 200 matching brands, or revokes it, in one transaction. Call again with the returned
 * `after` until it is null. After a failure, calling again does the rest.
 * @throws Forbidden unless administrator or operator, ReauthRequired, NotFound for an unknown tool
 */
export async function grantToMany(
  ctx: Ctx,
  input: GrantToMany & { after: string | null },
): Promise<{ changed: number; after: string | null }> {
  const userId = requireHubAdminOrOperator(ctx);
  requireRecentProof(ctx);
  const done = await inTransaction(ctx, async (tx) => {
    const { brandIds, last } = await refusingUnstorable(() => lockNext(tx, input, input.after));
    const tool = await lockTool(tx, input, "share");
    if (brandIds.length === 0) return { changed: 0, after: last };
    const changed = await (input.on ? grantAll(tx, tool, brandIds, userId) : revokeAll(tx, tool, brandIds));
    if (changed.length === 0) return { changed: 0, after: last };
    const target = { kind: "tool", id: tool.slug, label: tool.name };
    const action = input.on ? "entitlement.granted" : "entitlement.revoked";
    await recordAudits(tx, [
      ...changed.map((brandId) => ({ brandId, action, target }) as const),
      {
        brandId: null,
        action: input.on ? "entitlement.granted_to_many" : "entitlement.revoked_from_many",
        target,
        diff: { brands: [null, changed.length], ...(input.search ? { "that match": [null, input.search] } : {}) },
      },
    ]);
    return { changed: changed.length, after: last };
  });
  ctx.wakeTick();
  return done;
}
