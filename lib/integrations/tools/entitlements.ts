import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { lookup } from "@/db/lookup";
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
import { cursorOf, cutPage, type Page, type PageRequest, placeOf, rowsToRead } from "@/lib/platform/paging";
import type { Ctx } from "../context";
import { cancelPendingDeliveries } from "../webhooks/cancel-deliveries";
import { enqueueEntitlementChange } from "../webhooks/enqueue-deliveries";
import type { Tool } from "./edit-tool";
import { requireWorkingTool, type ToolStanding } from "./entitled-tool";

export interface EntitlementKey {
  brandId: string;
  toolSlug: string;
}

/**
 * Guarantees a brand that is not archived and a registered tool, both of which stay until the transaction ends.
 *
 * The brand is locked before anything of it, as publishing does: otherwise the two could wait for one another.
 * @throws NotFound for either
 */
export async function requireBrandAndTool({ db }: Ctx, { brandId, toolSlug }: EntitlementKey) {
  const [brand] = await db
    .select({ id: brands.id, name: brands.name, slug: brands.slug })
    .from(brands)
    .where(and(eq(brands.id, brandId), isNull(brands.archivedAt)))
    .for("key share");
  if (!brand) throw new NotFound("There is no such brand.");
  const [tool] = await db.select().from(tools).where(eq(tools.slug, toolSlug)).for("share");
  if (!tool) throw new NotFound("There is no such tool.");
  return { brand, tool };
}

type Granted = Awaited<ReturnType<typeof requireBrandAndTool>>;

/** One for the brand's log, for its members, and by the brand's slug one for the hub's, for the other administrators. */
function entriesOf(action: EntitlementChanged["type"], { brand, tool }: Granted): AuditEntry[] {
  const target = { kind: "tool", id: tool.slug, label: tool.name };
  const change: [unknown, unknown] = action === "entitlement.granted" ? [null, brand.slug] : [brand.slug, null];
  return [
    { brandId: brand.id, action, target },
    { brandId: null, action, target, diff: { brand: change } },
  ];
}

/** Gives those of the brands that had it not; each gets its subscription. */
export async function grantAll(
  tx: Ctx,
  tool: Tool,
  brandIds: readonly string[],
  grantedBy: string | null,
): Promise<string[]> {
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

/** Takes it from those that had it, with their subscriptions and what was pending. */
export async function revokeAll(tx: Ctx, tool: Tool, brandIds: readonly string[]): Promise<string[]> {
  const theirs = and(eq(entitlements.toolSlug, tool.slug), inArray(entitlements.brandId, [...brandIds]));
  // In one order, for whoever takes the same away at the same time.
  await tx.db.select({ one: sql`1` }).from(entitlements).where(theirs).orderBy(asc(entitlements.brandId)).for("update");
  await enqueueEntitlementChange(tx, { type: "entitlement.revoked", brandIds, toolSlug: tool.slug });
  const revoked = await tx.db.delete(entitlements).where(theirs).returning({ brandId: entitlements.brandId });
  const ids = revoked.map(({ brandId }) => brandId);
  const reason = "The brand is no longer entitled to the tool.";
  if (ids.length > 0) await cancelPendingDeliveries(tx, { brandId: ids, toolSlug: tool.slug, reason });
  return ids;
}

/**
 * Lets a brand use a tool and subscribes it at the tool's default webhook URL, if it has one; false when the brand was entitled already.
 * @throws Forbidden unless a hub administrator or the operator acts, ProofNeeded, NotFound for an unknown or archived brand or an unknown tool
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
 * Ends a brand's use of a tool: its subscription goes, and what was pending for it is cancelled; false when the brand was not entitled.
 * @throws Forbidden unless a hub administrator acts, ProofNeeded, NotFound for an unknown or archived brand or an unknown tool
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

interface ReadableBrand {
  id: string;
  slug: string;
  name: string;
  identityVersion: number;
}

interface Row extends Pick<ToolStanding, "tool_status"> {
  /** null: the tool may read none. */
  id: string | null;
  slug: string;
  name: string;
  version: number;
}

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** The tool's standing, and beside it the brands that `which` picks of those that it may read. */
const brandsOf = (which: SQL): SQL => sql`select t.status as tool_status, found.*
  from (select 1) as one
  left join ${tools} t on t.slug = asked.tool
  left join lateral (
    select b.id, b.slug, b.name, b.identity_version as version
    from ${entitlements} e join ${brands} b on b.id = e.brand_id
    where e.tool_slug = t.slug and b.archived_at is null and ${which}
  ) as found on true
  order by found.id`;

const findPage = lookup<Row, { tool: "text"; after: "uuid"; rows: "bigint" }>(
  "brands_of_tool",
  { tool: "text", after: "uuid", rows: "bigint" },
  brandsOf(sql`e.brand_id > asked.after order by e.brand_id limit asked.rows`),
);

const findBySlug = lookup<Row, { tool: "text"; slug: "text" }>(
  "brand_of_tool",
  { tool: "text", slug: "text" },
  brandsOf(sql`b.slug = asked.slug`),
);

/**
 * The brands that the acting tool is entitled to and that are not archived, oldest first and page by page; of a slug, the one that has it. One query.
 * @throws Unauthorized when the tool is not registered, Forbidden when it is disabled, BadRequest for a cursor that no page gave
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
  const found = rows.flatMap(({ id, version: identityVersion, slug, name }) =>
    id === null ? [] : [{ id, slug, name, identityVersion }],
  );
  return cutPage(
    found,
    page,
    ({ id }) => cursorOf(id),
    (brand) => brand,
  );
}
