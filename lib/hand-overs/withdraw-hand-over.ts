import { and, eq, isNull } from "drizzle-orm";
import { handOvers } from "@/db/schema";
import { recordAudit } from "@/lib/audit/server";
import type { Ctx } from "@/lib/integrations/context";
import { inTransaction, requireHubAdmin, requireRecentProof } from "@/lib/kernel/context";
import { NotFound } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import { lockTool } from "@/lib/tool-credentials/server";
import { targetOf } from "./make-hand-over";

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
