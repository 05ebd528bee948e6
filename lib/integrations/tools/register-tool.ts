import { eq } from "drizzle-orm";
import type { z } from "zod";
import { tools } from "@/db/schema";
import { recordAudit } from "@/lib/access/server";
import { inTransaction, requireHubAdminOrOperator, requireRecentProof } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { parseToolInput, ToolInput } from "./tool-input";

export type Tool = typeof tools.$inferSelect;

export async function findTool({ db }: Ctx, { slug }: { slug: string }): Promise<Tool | null> {
  const [tool] = await db.select().from(tools).where(eq(tools.slug, slug));
  return tool ?? null;
}

/**
 * Registers a tool and gives its row; the slug never changes afterwards, because it names the tool's secrets. `alsoDo` runs in the same transaction.
 * @throws Forbidden unless a hub administrator or the operator acts, ProofNeeded, BadRequest with every field at fault, also for a slug that is taken
 */
export async function registerTool(
  ctx: Ctx,
  { alsoDo, ...input }: z.input<typeof ToolInput> & { alsoDo?: (tx: Ctx, tool: Tool) => Promise<void> },
): Promise<Tool> {
  requireHubAdminOrOperator(ctx);
  requireRecentProof(ctx);
  const taken = () => new BadRequest("A tool with this slug is registered already.", { field: "slug" });
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
