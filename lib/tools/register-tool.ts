import type { z } from "zod";
import { tools } from "@/db/schema";
import { recordAudit } from "@/lib/audit/server";
import { type Ctx, requireHubAdmin } from "@/lib/kernel/context";
import { BadRequest } from "@/lib/kernel/errors";
import { configuredUrlPolicy, parseInput, requireConnectUrl, requireWebhookUrl, ToolInput } from "./tool-input";

export type Tool = typeof tools.$inferSelect;

/**
 * Registers a tool and gives its row; the slug never changes afterwards, because it names the tool's secrets.
 * @throws Forbidden unless a hub administrator acts, BadRequest with the field at fault, also for a slug that is taken
 */
export async function registerTool(
  ctx: Ctx,
  input: z.input<typeof ToolInput>,
  policy = configuredUrlPolicy(),
): Promise<Tool> {
  requireHubAdmin(ctx);
  const values = parseInput(ToolInput, input);
  const defaultWebhookUrl =
    values.defaultWebhookUrl && (await requireWebhookUrl(values.defaultWebhookUrl, policy, "defaultWebhookUrl"));
  const connectUrl = values.connectUrl && requireConnectUrl(values.connectUrl, policy);
  return ctx.db.transaction(async (tx) => {
    const [tool] = await tx
      .insert(tools)
      .values({
        ...values,
        defaultWebhookUrl: defaultWebhookUrl || null,
        connectUrl: connectUrl || null,
        createdAt: ctx.now,
      })
      .onConflictDoNothing()
      .returning();
    if (!tool) throw new BadRequest("A tool with this slug is registered already.", { field: "slug" });
    await recordAudit(
      { ...ctx, db: tx },
      { brandId: null, action: "tool.registered", target: { kind: "tool", id: tool.slug, label: tool.name } },
    );
    return tool;
  });
}
