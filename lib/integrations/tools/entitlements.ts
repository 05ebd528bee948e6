import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { brands, entitlements, subscriptions, tools } from "@/db/schema";
import type { AuditEntry } from "@/lib/access";
import { recordAudits } from "@/lib/access/server";
import type { EntitlementChanged } from "@/lib/contract";
import { inTransaction, requireHubAdmin, requireHubAdminOrOperator, requireRecentProof } from "@/lib/platform/context";
import { NotFound } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { cancelPendingDeliveries } from "../webhooks/cancel-deliveries";
import { enqueueEntitlementChange } from "../webhooks/enqueue-deliveries";
import type { Tool } from "./register-tool";

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
