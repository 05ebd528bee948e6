import { isDeepStrictEqual } from "node:util";
import { and, eq, notExists, sql } from "drizzle-orm";
import type { z } from "zod";
import { entitlements, subscriptions, tools } from "@/db/schema";
import { recordAudit } from "@/lib/access/server";
import { inTransaction, requireHubAdminOrOperator, requireRecentProof } from "@/lib/platform/context";
import { NotFound } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import type { Tool } from "./register-tool";
import { hostOf, parseToolInput, ToolInput } from "./tool-input";

const EDITABLE = [
  "name",
  "description",
  "status",
  "defaultWebhookUrl",
  "connectUrl",
  "initiateLoginUrl",
  "ownCredentialsOnly",
  "entitlementWebhooks",
  "eventPatterns",
] as const;
type Editable = (typeof EDITABLE)[number];
export type ToolChanges = Pick<Tool, "slug"> & Partial<Pick<z.input<typeof ToolInput>, Editable>>;

/** Lets subscriptions follow the default, in the caller's transaction: those that had the old one move, on or off, and entitled brands that have none get one. */
export async function followDefault({ db, now }: Ctx, { before, url }: { before: Tool; url: string }): Promise<void> {
  if (before.defaultWebhookUrl)
    await db
      .update(subscriptions)
      .set({ webhookUrl: url, failingSince: null })
      .where(and(eq(subscriptions.toolSlug, before.slug), eq(subscriptions.webhookUrl, before.defaultWebhookUrl)));
  const subscribed = db
    .select({ one: sql`1` })
    .from(subscriptions)
    .where(and(eq(subscriptions.brandId, entitlements.brandId), eq(subscriptions.toolSlug, entitlements.toolSlug)));
  const lacking = await db
    .select({ brandId: entitlements.brandId })
    .from(entitlements)
    .where(and(eq(entitlements.toolSlug, before.slug), notExists(subscribed)))
    .for("key share");
  if (lacking.length === 0) return;
  const values = lacking.map(({ brandId }) => ({ brandId, toolSlug: before.slug, webhookUrl: url, createdAt: now }));
  await db.insert(subscriptions).values(values).onConflictDoNothing();
}

/**
 * Changes what is given of a tool and gives its row; what is left out stays. A new default webhook URL moves the subscriptions that had the
 * old one and makes those that were missing; one that a brand registered for itself is never touched.
 * @throws Forbidden unless a hub administrator or the operator acts, ProofNeeded, NotFound for an unknown tool, BadRequest with every field at fault
 */
export async function editTool(ctx: Ctx, { slug, ...changes }: ToolChanges): Promise<Tool> {
  requireHubAdminOrOperator(ctx);
  requireRecentProof(ctx);
  const given = Object.fromEntries(EDITABLE.flatMap((field) => (field in changes ? [[field, changes[field]]] : [])));
  const parsed = await parseToolInput(ctx, ToolInput.omit({ slug: true }).partial(), { input: given });
  const wanted: Partial<Pick<Tool, Editable>> = Object.fromEntries(
    EDITABLE.flatMap((field) => (field in given ? [[field, parsed[field]]] : [])),
  );

  return inTransaction(ctx, async (tx) => {
    const [before] = await tx.db.select().from(tools).where(eq(tools.slug, slug)).for("no key update");
    if (!before) throw new NotFound("There is no such tool.");
    const diff = Object.fromEntries(
      EDITABLE.flatMap((field): [string, [unknown, unknown]][] =>
        field in wanted && !isDeepStrictEqual(before[field], wanted[field])
          ? [[field, [before[field], wanted[field]]]]
          : [],
      ),
    );
    if (Object.keys(diff).length === 0) return before;
    const [after] = await tx.db.update(tools).set(wanted).where(eq(tools.slug, slug)).returning();
    if (!after) throw new NotFound("There is no such tool.");
    if (diff.defaultWebhookUrl && after.defaultWebhookUrl) {
      await followDefault(tx, { before, url: after.defaultWebhookUrl });
    }
    if (diff.defaultWebhookUrl) {
      diff.defaultWebhookUrl = [hostOf(before.defaultWebhookUrl), hostOf(after.defaultWebhookUrl)];
    }
    const target = { kind: "tool", id: slug, label: after.name };
    await recordAudit(tx, { brandId: null, action: "tool.edited", target, diff });
    return after;
  });
}
