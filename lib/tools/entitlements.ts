import { and, eq, isNull } from "drizzle-orm";
import { brands, entitlements, subscriptions, tools } from "@/db/schema";
import type { AuditEntry } from "@/lib/audit";
import { recordAudits } from "@/lib/audit/server";
import { cancelPendingDeliveries } from "@/lib/deliveries/server";
import {
  type Ctx,
  inTransaction,
  requireHubAdmin,
  requireHubAdminOrOperator,
  requireRecentProof,
} from "@/lib/kernel/context";
import { NotFound } from "@/lib/kernel/errors";

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

type Change = "entitlement.granted" | "entitlement.revoked";

/** One for the brand's log, for its members, and by the brand's slug one for the hub's, for the other administrators. */
function entriesOf(action: Change, { brand, tool }: Granted): AuditEntry[] {
  const target = { kind: "tool", id: tool.slug, label: tool.name };
  const change: [unknown, unknown] = action === "entitlement.granted" ? [null, brand.slug] : [brand.slug, null];
  return [
    { brandId: brand.id, action, target },
    { brandId: null, action, target, diff: { brand: change } },
  ];
}

/**
 * Lets a brand use a tool and subscribes it at the tool's default webhook URL, if it has one; false when the brand was entitled already.
 * @throws Forbidden unless a hub administrator or the operator acts, ProofNeeded, NotFound for an unknown or archived brand or an unknown tool
 */
export async function grantEntitlement(ctx: Ctx, key: EntitlementKey): Promise<boolean> {
  const grantedBy = requireHubAdminOrOperator(ctx);
  requireRecentProof(ctx);
  return inTransaction(ctx, async (tx) => {
    const { brand, tool } = await requireBrandAndTool(tx, key);
    const granted = await tx.db
      .insert(entitlements)
      .values({ brandId: key.brandId, toolSlug: tool.slug, grantedBy, createdAt: ctx.now })
      .onConflictDoNothing()
      .returning({ toolSlug: entitlements.toolSlug });
    if (granted.length === 0) return false;
    const webhookUrl = tool.defaultWebhookUrl;
    if (webhookUrl) {
      await tx.db
        .insert(subscriptions)
        .values({ brandId: key.brandId, toolSlug: tool.slug, webhookUrl, createdAt: ctx.now });
    }
    await recordAudits(tx, entriesOf("entitlement.granted", { brand, tool }));
    return true;
  });
}

/**
 * Ends a brand's use of a tool: its subscription goes, and what was pending for it is cancelled; false when the brand was not entitled.
 * @throws Forbidden unless a hub administrator acts, ProofNeeded, NotFound for an unknown or archived brand or an unknown tool
 */
export async function revokeEntitlement(ctx: Ctx, key: EntitlementKey): Promise<boolean> {
  requireHubAdmin(ctx);
  requireRecentProof(ctx);
  return inTransaction(ctx, async (tx) => {
    const { brand, tool } = await requireBrandAndTool(tx, key);
    const revoked = await tx.db
      .delete(entitlements)
      .where(and(eq(entitlements.brandId, key.brandId), eq(entitlements.toolSlug, key.toolSlug)))
      .returning({ toolSlug: entitlements.toolSlug });
    if (revoked.length === 0) return false;
    await cancelPendingDeliveries(tx, { ...key, reason: "The brand is no longer entitled to the tool." });
    await recordAudits(tx, entriesOf("entitlement.revoked", { brand, tool }));
    return true;
  });
}
