import { invitations } from "@/db/schema";
import { recordAudit } from "@/lib/audit/server";
import type { Ctx } from "@/lib/kernel/context";
import { Forbidden, NotFound } from "@/lib/kernel/errors";
import { freshInvitationToken, openInvitation } from "./invitation";
import type { IssuedInvitation } from "./invite-member";
import { may } from "./permissions";
import { requirePermission } from "./require-permission";

/**
 * Gives an open or expired invitation a new link for another seven days; the link before it stops working at once.
 * @throws Forbidden unless the acting user may manage the brand; only owners renew an owner's invitation
 * @throws NotFound for another brand's invitation, or one that was accepted or revoked before
 */
export async function resendInvitation(
  ctx: Ctx,
  input: { brandId: string; invitationId: string },
): Promise<IssuedInvitation> {
  const { role, brand } = await requirePermission(ctx, input.brandId, "manage");
  const { token, tokenHash, expiresAt } = freshInvitationToken(ctx.now);
  return ctx.db.transaction(async (tx) => {
    const [renewed] = await tx
      .update(invitations)
      .set({ tokenHash, expiresAt })
      .where(openInvitation(input))
      .returning({ id: invitations.id, email: invitations.email, role: invitations.role });
    if (!renewed) throw new NotFound("There is no such open invitation: it was accepted or revoked before.");
    if (renewed.role === "owner" && !may(role, "own")) throw new Forbidden("Only owners may invite owners.");
    const target = { kind: "invitation", id: renewed.id, label: renewed.email };
    await recordAudit({ ...ctx, db: tx }, { brandId: brand.id, action: "invitation.resent", target });
    return { ...renewed, token, expiresAt };
  });
}
