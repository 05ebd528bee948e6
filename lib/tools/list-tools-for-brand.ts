import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { childReads, entitlements, subscriptions, tools } from "@/db/schema";
import type { Tool as ToolSchema } from "@/lib/contract";
import { type HoldReason, holdReason, shownWebhookUrl } from "@/lib/deliveries";
import type { Ctx } from "@/lib/kernel/context";
import { requirePermission } from "@/lib/members/server";

/** Every registered tool, and whether the brand was granted it, whatever its status; in order of slugs, which never change. */
export async function listToolsForBrand(
  { db }: Ctx,
  { brandId }: { brandId: string },
): Promise<z.infer<typeof ToolSchema>[]> {
  return db
    .select({
      slug: tools.slug,
      name: tools.name,
      status: tools.status,
      entitled: sql<boolean>`${isNotNull(entitlements.toolSlug)}`,
    })
    .from(tools)
    .leftJoin(entitlements, and(eq(entitlements.toolSlug, tools.slug), eq(entitlements.brandId, brandId)))
    .orderBy(asc(tools.slug));
}

/** A tool as a brand's people see it. */
export interface BrandTool {
  tool: typeof tools.$inferSelect;
  entitled: boolean;
  /** Its URL is as the acting user may see it. */
  subscription: typeof subscriptions.$inferSelect | null;
  /** Its newest bundle read; null before the first. */
  lastRead: { version: number; readAt: Date } | null;
  /** Deliveries that wait or are being sent. */
  pending: number;
  /** Why nothing is sent to it, if so. */
  hold: HoldReason | null;
}

/** Every registered tool with what the brand has of it, in alphabetical order of names. @throws NotFound for non-members */
export async function listBrandTools(ctx: Ctx, { brandId }: { brandId: string }): Promise<BrandTool[]> {
  const { role } = await requirePermission(ctx, brandId, "read");
  const rows = await ctx.db
    .select({
      tool: tools,
      entitlement: entitlements,
      subscription: subscriptions,
      read: childReads,
      pending: sql<number>`(select count(*)::int from child_context_deliveries d
        where d.brand_id = ${brandId} and d.tool_slug = ${tools}.slug and d.status = 'pending')`,
    })
    .from(tools)
    .leftJoin(entitlements, and(eq(entitlements.toolSlug, tools.slug), eq(entitlements.brandId, brandId)))
    .leftJoin(subscriptions, and(eq(subscriptions.toolSlug, tools.slug), eq(subscriptions.brandId, brandId)))
    .leftJoin(childReads, and(eq(childReads.toolSlug, tools.slug), eq(childReads.brandId, brandId)))
    .orderBy(asc(tools.name), asc(tools.slug));
  return rows.map(({ tool, entitlement, subscription, read, pending }) => ({
    tool,
    entitled: entitlement !== null,
    subscription: subscription && { ...subscription, webhookUrl: shownWebhookUrl(role, subscription.webhookUrl) },
    lastRead: read && { version: read.version, readAt: read.readAt },
    pending,
    hold: holdReason(ctx, tool),
  }));
}
