import { and, eq, isNull } from "drizzle-orm";
import { handOvers } from "@/db/schema";
import { recordAudit } from "@/lib/access/server";
import { inTransaction, requireHubAdmin, requireRecentProof } from "@/lib/platform/context";
import { NotFound } from "@/lib/platform/errors";
import { isUuid } from "@/lib/platform/ids";
import type { Ctx } from "../context";
import { lockTool } from "../tool-credentials/issue-tool-credential";
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
