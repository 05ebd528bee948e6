import { isDeepStrictEqual } from "node:util";
import { and, eq, notExists, sql } from "drizzle-orm";
import type { z } from "zod";
import { entitlements, subscriptions, tools } from "@/db/schema";
import { recordAudit } from "@/lib/access/server";
import { inTransaction, requireHubAdmin, requireHubAdminOrOperator, requireRecentProof } from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { budgetChanges, requireBudget } from "@/lib/platform/limits/budgets";
import type { OwnBudget } from "@/lib/platform/limits/credential-budget";
import type { Ctx } from "../context";
import { hostOf, parseToolInput, ToolInput } from "./tool-input";

export type Tool = typeof tools.$inferSelect;

export async function findTool({ db }: Ctx, { slug }: { slug: string }): Promise<Tool | null> {
  const [tool] = await db.select().from(tools).where(eq(tools.slug, slug));
  return tool ?? null;
}

/** Locks a tool's row for the transaction; by default also against changes of its credentials. @throws NotFound */
export async function lockTool(
  { db }: Ctx,
  { toolSlug }: { toolSlug: string },
  strength: "share" | "no key update" = "no key update",
): Promise<Tool> {
  const [tool] = await db.select().from(tools).where(eq(tools.slug, toolSlug)).for(strength);
  if (!tool) throw new NotFound("There is no such tool.");
  return tool;
}

/**
 * Registers a tool. Its slug never changes, because it names the tool's secrets. `alsoDo` runs in the same transaction.
 * @throws Forbidden unless administrator or operator, ReauthRequired, BadRequest with every invalid field
 */
export async function registerTool(
  ctx: Ctx,
  { alsoDo, ...input }: z.input<typeof ToolInput> & { alsoDo?: (tx: Ctx, tool: Tool) => Promise<void> },
): Promise<Tool> {
  requireHubAdminOrOperator(ctx);
  requireRecentProof(ctx);
  const taken = () => new BadRequest("A tool with this slug already exists.", { field: "slug" });
  const values = await parseToolInput(ctx, ToolInput, {
    input,
    async also() {
      if (await findTool(ctx, { slug: input.slug })) throw taken();
    },
  });
  return inTransaction(ctx, async (tx) => {
    const [tool] = await tx.db
      .insert(tools)
      .values({
        ...values,
        defaultWebhookUrl: values.defaultWebhookUrl || null,
        connectUrl: values.connectUrl || null,
        initiateLoginUrl: values.initiateLoginUrl || null,
        createdAt: ctx.now,
      })
      .onConflictDoNothing()
      .returning();
    if (!tool) throw taken();
    const target = { kind: "tool", id: tool.slug, label: tool.name };
    await recordAudit(tx, { brandId: null, action: "tool.registered", target });
    await alsoDo?.(tx, tool);
    return tool;
  });
}

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

/** Moves subscriptions with the old default URL, and adds missing ones, in the caller's transaction. */
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
 * Changes the given fields of a tool. A new default webhook URL moves subscriptions that had the old one and adds
 * missing ones.
 * @throws Forbidden unless administrator or operator, ReauthRequired, NotFound for an unknown tool
 * @throws BadRequest with every invalid field
 */
export async function editTool(ctx: Ctx, { slug, ...changes }: ToolChanges): Promise<Tool> {
  requireHubAdminOrOperator(ctx);
  requireRecentProof(ctx);
  const input = Object.fromEntries(EDITABLE.flatMap((field) => (field in changes ? [[field, changes[field]]] : [])));
  const parsed = await parseToolInput(ctx, ToolInput.omit({ slug: true }).partial(), { input });
  const wanted: Partial<Pick<Tool, Editable>> = Object.fromEntries(
    EDITABLE.flatMap((field) => (field in input ? [[field, parsed[field]]] : [])),
  );

  return inTransaction(ctx, async (tx) => {
    const before = await lockTool(tx, { toolSlug: slug });
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
    if (diff.defaultWebhookUrl) {
      if (after.defaultWebhookUrl) await followDefault(tx, { before, url: after.defaultWebhookUrl });
      diff.defaultWebhookUrl = [hostOf(before.defaultWebhookUrl), hostOf(after.defaultWebhookUrl)];
    }
    const target = { kind: "tool", id: slug, label: after.name };
    await recordAudit(tx, { brandId: null, action: "tool.edited", target, diff });
    return after;
  });
}

/**
 * Sets a tool's own rate limit; null restores the hub's. Applies from the next request, in other processes within five
 * seconds. Returns false if nothing changed.
 * @throws Forbidden for non-administrators, ReauthRequired, NotFound for an unknown tool
 * @throws BadRequest with the invalid field
 */
export async function setToolBudget(ctx: Ctx, { slug, budget }: { slug: string; budget: OwnBudget }): Promise<boolean> {
  requireHubAdmin(ctx);
  requireRecentProof(ctx);
  requireBudget(budget);
  const changed = await inTransaction(ctx, async (tx) => {
    const tool = await lockTool(tx, { toolSlug: slug });
    const diff = budgetChanges({ perMinute: tool.budgetPerMinute, concurrent: tool.budgetConcurrent }, budget);
    if (!diff) return false;
    const set = { budgetPerMinute: budget.perMinute, budgetConcurrent: budget.concurrent };
    await tx.db.update(tools).set(set).where(eq(tools.slug, slug));
    const target = { kind: "tool", id: slug, label: tool.name };
    await recordAudit(tx, { brandId: null, action: "tool.budget_changed", target, diff });
    return true;
  });
  ctx.toolBudgets.forget();
  return changed;
}
