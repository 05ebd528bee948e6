import { invitations } from "@/db/schema";
import { recordAudit } from "@/lib/audit/server";
import type { Ctx } from "@/lib/kernel/context";
import { NotFound } from "@/lib/kernel/errors";
import { openInvitation } from "./invitation";
import { lockBrand, requirePermission } from "./require-permission";

/**
 * Ends an open invitation: its link lets nobody in any more.
 * @throws Forbidden unless the acting user may manage the brand
 * @throws NotFound for another brand's invitation, or one that was accepted or revoked before
 */
export async function revokeInvitation(ctx: Ctx, input: { brandId: string; invitationId: string }): Promise<void> {
  const { brand } = await requirePermission(ctx, input.brandId, "manage");
  await ctx.db.transaction(async (tx) => {
    await lockBrand({ ...ctx, db: tx }, brand.id, "manage");
    const [revoked] = await tx
      .update(invitations)
      .set({ revokedAt: ctx.now })
      .where(openInvitation(input))
      .returning({ id: invitations.id, email: invitations.email });
    if (!revoked) throw new NotFound("There is no such open invitation: it was accepted or revoked before.");
    const target = { kind: "invitation", id: revoked.id, label: revoked.email };
    await recordAudit({ ...ctx, db: tx }, { brandId: brand.id, action: "invitation.revoked", target });
  });
}
