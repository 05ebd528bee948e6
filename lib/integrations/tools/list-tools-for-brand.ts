import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { lookup } from "@/db/lookup";
import { childReads, entitlements, subscriptions, tools } from "@/db/schema";
import { requirePermission } from "@/lib/access/server";
import type { Tool as ToolSchema } from "@/lib/contract";
import type { ProvedApiKeyActor } from "@/lib/platform/context";
import {
  ASKED_KEY,
  actorOfKey,
  KEY_COLUMNS,
  KEY_GIVEN,
  type KeyRow,
  keyQuestion,
} from "../api-keys/authenticate-api-key";
import type { Ctx } from "../context";
import { type HoldReason, shownWebhookUrl } from "../webhooks/endpoint-view";
import { pendingFor } from "../webhooks/list-endpoints";
import { readHolds } from "../webhooks/read-holds";
import { openUrl } from "./open-url";

type Listed = z.input<typeof ToolSchema>;

// Not a join: by the index of tools it would read each tool's entitlements for all brands.
const toolsOf = (brand: SQL): SQL => sql`select t.slug, t.name, t.status, exists (
      select from ${entitlements} e where e.brand_id = ${brand} and e.tool_slug = t.slug) as entitled
    from ${tools} t
    order by t.slug`;

const findTools = lookup<Listed, { brand: "uuid" }>("tools_of_brand", { brand: "uuid" }, toolsOf(sql`asked.brand`));

const findByKey = lookup<KeyRow & { tools: Listed[] }, typeof KEY_GIVEN>(
  "tools_by_key",
  KEY_GIVEN,
  sql`select ${KEY_COLUMNS}, coalesce((select json_agg(listed) from (${toolsOf(sql`b.id`)}) as listed), '[]') as tools
    ${ASKED_KEY}`,
);

/** The actor of an API key, as `authenticateApiKey` has it, and what `listToolsForBrand` gives of its brand, by the same statement. The key is the proof. */
export async function proveByTools(
  ctx: Ctx,
  { key }: { key: string },
): Promise<{ actor: ProvedApiKeyActor; tools: Listed[] } | null> {
  const question = keyQuestion(ctx, key);
  if (!question) return null;
  const [row] = await findByKey(ctx.db, question);
  return row ? { actor: await actorOfKey(ctx, row), tools: row.tools } : null;
}

/** Every registered tool, and whether the brand was granted it, whatever its status; in order of slugs, which never change. */
export async function listToolsForBrand({ db }: Ctx, { brandId }: { brandId: string }): Promise<Listed[]> {
  const found = await findTools(db, { brand: brandId });
  return found.map(({ slug, name, status, entitled }) => ({ slug, name, status, entitled }));
}

export interface BrandTool {
  tool: typeof tools.$inferSelect;
  entitled: boolean;
  /** Its URL is as the acting user may see it. */
  subscription: typeof subscriptions.$inferSelect | null;
  /** Its newest bundle read; null before the first. */
  lastRead: { version: number; readAt: Date } | null;
  /** Deliveries that wait or are being sent; at most one more than `MOST_COUNTED`. */
  pending: number;
  /** Where its people get into it from here; null where the hub signs nobody in. */
  openUrl: string | null;
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
      pending: pendingFor(brandId),
    })
    .from(tools)
    .leftJoin(entitlements, and(eq(entitlements.toolSlug, tools.slug), eq(entitlements.brandId, brandId)))
    .leftJoin(subscriptions, and(eq(subscriptions.toolSlug, tools.slug), eq(subscriptions.brandId, brandId)))
    .leftJoin(childReads, and(eq(childReads.toolSlug, tools.slug), eq(childReads.brandId, brandId)))
    .orderBy(asc(tools.name), asc(tools.slug));
  const holdOf = await readHolds(ctx);
  return rows.map(({ tool, entitlement, subscription, read, pending }) => ({
    tool,
    entitled: entitlement !== null,
    subscription: subscription && { ...subscription, webhookUrl: shownWebhookUrl(role, subscription.webhookUrl) },
    lastRead: read && { version: read.version, readAt: read.readAt },
    pending,
    openUrl: openUrl(tool, { issuer: ctx.baseUrl, brandId }),
    hold: holdOf(tool),
  }));
}
