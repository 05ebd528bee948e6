import { and, eq, gt, isNull } from "drizzle-orm";
import { handOvers, tools } from "@/db/schema";
import { recordAudit, recordAudits } from "@/lib/audit/server";
import { type Ctx, inTransaction, requireHubAdmin, requireRecentProof } from "@/lib/kernel/context";
import { NotFound } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import { lockTool } from "@/lib/tool-credentials/server";
import { targetOf } from "./make-hand-over";

/** Withdraws the setup links that a person made, for good. A part of the verb that takes the right to make them away, in its transaction. @throws ProofNeeded */
export async function withdrawHandOversOf(ctx: Ctx, { userId }: { userId: string }): Promise<void> {
  requireRecentProof(ctx);
  const live = and(isNull(handOvers.withdrawnAt), gt(handOvers.expiresAt, ctx.now));
  const withdrawn = await ctx.db
    .update(handOvers)
    .set({ withdrawnAt: ctx.now })
    .from(tools)
    .where(and(eq(tools.slug, handOvers.toolSlug), eq(handOvers.createdBy, userId), live))
    .returning({ id: handOvers.id, name: handOvers.name, tool: { name: tools.name } });
  if (withdrawn.length === 0) return;
  await recordAudits(
    ctx,
    withdrawn.map(({ tool, ...link }) => ({
      brandId: null,
      action: "hand_over.withdrawn",
      target: targetOf(tool, link),
    })),
  );
}

/**
 * Withdraws a link: from now on it reveals nothing, and the set-up page behind it is closed. What it revealed before works on until it is
 * revoked. @throws Forbidden unless a hub administrator acts, ProofNeeded, NotFound for another tool's, or one that was withdrawn before
 */
export async function withdrawHandOver(
  ctx: Ctx,
  { toolSlug, handOverId }: { toolSlug: string; handOverId: string },
): Promise<void> {
  requireHubAdmin(ctx);
  requireRecentProof(ctx);
  if (!isUuid(handOverId)) throw new NotFound("There is no such link.");
  await inTransaction(ctx, async (tx) => {
    const tool = await lockTool(tx, { toolSlug });
    const own = and(eq(handOvers.id, handOverId), eq(handOvers.toolSlug, toolSlug), isNull(handOvers.withdrawnAt));
    const [link] = await tx.db.update(handOvers).set({ withdrawnAt: ctx.now }).where(own).returning();
    if (!link) throw new NotFound("There is no such link, or it was withdrawn before.");
    await recordAudit(tx, { brandId: null, action: "hand_over.withdrawn", target: targetOf(tool, link) });
  });
}
