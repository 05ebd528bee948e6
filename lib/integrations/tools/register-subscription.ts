import { and, eq } from "drizzle-orm";
import { entitlements, subscriptions } from "@/db/schema";
import { recordAudit, requirePermission } from "@/lib/access/server";
import { inTransaction } from "@/lib/platform/context";
import { Forbidden } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { endCoolDown } from "../webhooks/receiver";
import { TURNED_ON } from "../webhooks/subscriptions";
import { type EntitlementKey, requireBrandAndTool } from "./entitlements";
import { hostOf, requireWebhookUrl } from "./tool-input";

/**
 * Sets a tool's webhook URL for a brand and turns the subscription on. Pending deliveries go to the new URL. For the
 * dispatch secret and for members with `manage`.
 * @throws BadRequest for a refused URL, NotFound for an unknown or archived brand or an unknown tool, Forbidden without
 *   access
 */
export async function registerSubscription(ctx: Ctx, input: EntitlementKey & { webhookUrl: string }): Promise<void> {
  const { brandId, toolSlug } = input;
  if (ctx.actor.kind !== "system") await requirePermission(ctx, brandId, "manage");
  const webhookUrl = await requireWebhookUrl(ctx, { url: input.webhookUrl, field: "webhook_url" });
  await inTransaction(ctx, async (tx) => {
    const { tool } = await requireBrandAndTool(tx, input);
    const [entitled] = await tx.db
      .select({ toolSlug: entitlements.toolSlug })
      .from(entitlements)
      .where(and(eq(entitlements.brandId, brandId), eq(entitlements.toolSlug, toolSlug)))
      .for("key share");
    if (!entitled) throw new Forbidden("The brand is not entitled to this tool.");
    const [before] = await tx.db
      .select({ webhookUrl: subscriptions.webhookUrl, enabled: subscriptions.enabled })
      .from(subscriptions)
      .where(and(eq(subscriptions.brandId, brandId), eq(subscriptions.toolSlug, toolSlug)));
    const fresh = { webhookUrl, ...TURNED_ON };
    await tx.db
      .insert(subscriptions)
      .values({ brandId, toolSlug, ...fresh, createdAt: ctx.now })
      .onConflictDoUpdate({ target: [subscriptions.brandId, subscriptions.toolSlug], set: fresh });
    await recordAudit(tx, {
      brandId,
      action: "subscription.registered",
      target: { kind: "subscription", id: toolSlug, label: tool.name },
      diff: {
        host: [hostOf(before?.webhookUrl ?? null), hostOf(webhookUrl)],
        enabled: [before?.enabled ?? null, true],
      },
    });
    await endCoolDown(tx, { brandId, toolSlug });
  });
  ctx.wakeTick();
}
