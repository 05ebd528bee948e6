import { and, eq, inArray, isNull, or } from "drizzle-orm";
import { invitations, users } from "@/db/schema";
import { ROLES, type Role } from "@/lib/contract";
import { inTransaction, requireRecentProof } from "@/lib/platform/context";
import { Forbidden, NotFound } from "@/lib/platform/errors";
import { recordAudit, recordAudits } from "../audit/record-audit";
import type { Ctx } from "../context";
import { requireQuota } from "../quotas/quota-use";
import { canInvite, freshInvitationToken, openInvitation } from "./accept-invitation";
import { enqueueInvitation, type IssuedInvitation, nameOf, requireInvitationBudget } from "./invite-member";
import { can } from "./permissions";
import { lockBrand, requireActive, requirePermission } from "./require-permission";

const GONE = "This invitation isn’t open. It was accepted or revoked.";

/** @throws Forbidden, or NotFound for an unknown, accepted or revoked invitation */
export async function revokeInvitation(ctx: Ctx, input: { brandId: string; invitationId: string }): Promise<void> {
  const { brand } = await requirePermission(ctx, input.brandId, "manage");
  await inTransaction(ctx, async (inTx) => {
    await lockBrand(inTx, brand.id, "manage");
    const [revoked] = await inTx.db
      .update(invitations)
      .set({ revokedAt: ctx.now })
      .where(openInvitation(input))
      .returning({ id: invitations.id, email: invitations.email });
    if (!revoked) throw new NotFound(GONE);
    const target = { kind: "invitation", id: revoked.id, label: revoked.email };
    await recordAudit(inTx, { brandId: brand.id, action: "invitation.revoked", target });
  });
}

/**
 * Replaces an invitation's link for another seven days and mails it where configured. The acting user becomes its
 * inviter.
 * @throws Forbidden; only owners resend to owners
 * @throws QuotaExceeded if it had expired and the brand is full
 * @throws ReauthRequired for a managing role, or when the link is shown
 * @throws NotFound, RateLimited
 */
export async function resendInvitation(
  ctx: Ctx,
  input: { brandId: string; invitationId: string },
): Promise<IssuedInvitation> {
  const { userId, brand } = await requirePermission(ctx, input.brandId, "manage");
  const [known] = await ctx.db.select({ email: invitations.email }).from(invitations).where(openInvitation(input));
  if (!known) throw new NotFound(GONE);
  await requireInvitationBudget(ctx, known);
  const { token, tokenHash, expiresAt } = freshInvitationToken(ctx.now);
  const mailed = ctx.mail.configured;
  const issued = await inTransaction(ctx, async (inTx) => {
    const { role } = await lockBrand(inTx, brand.id, "manage");
    await requireActive(inTx);
    const [open] = await inTx.db
      .select({ expiresAt: invitations.expiresAt })
      .from(invitations)
      .where(openInvitation(input));
    // Expired invitations don't count against the quota.
    if (open && open.expiresAt <= ctx.now) await requireQuota(inTx, { brandId: brand.id, adding: { members: 1 } });
    const [renewed] = await inTx.db
      .update(invitations)
      .set({ tokenHash, expiresAt, mailed, invitedBy: userId })
      .where(openInvitation(input))
      .returning({ id: invitations.id, email: invitations.email, role: invitations.role });
    if (!renewed) throw new NotFound(GONE);
    if (!canInvite(role, renewed.role)) throw new Forbidden("Only owners can invite owners.");
    // A shown link lets its holder create an account in someone else's name.
    if (!mailed || can(renewed.role, "manage")) requireRecentProof(ctx);
    const target = { kind: "invitation", id: renewed.id, label: renewed.email };
    await recordAudit(inTx, { brandId: brand.id, action: "invitation.resent", target });
    const inviterName = await nameOf(inTx, userId);
    await enqueueInvitation(inTx, { ...renewed, token, expiresAt, brandName: brand.name, inviterName });
    return { ...renewed, token: mailed ? null : token, expiresAt };
  });
  ctx.wakeTick();
  return issued;
}

interface Former {
  brandId: string;
  userId: string;
  role: Role | null;
}

/**
 * Revokes open invitations that a member could no longer create, and those to a former member, who must not rejoin.
 * Call it in the transaction that changes the role.
 */
export async function revokeInvitationsOf(ctx: Ctx, { brandId, userId, role }: Former): Promise<void> {
  const lost = ROLES.filter((invited) => role === null || !canInvite(role, invited));
  const made = and(eq(invitations.invitedBy, userId), inArray(invitations.role, lost));
  const ownEmail = ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  const revoked = await ctx.db
    .update(invitations)
    .set({ revokedAt: ctx.now })
    .where(
      and(
        eq(invitations.brandId, brandId),
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
        role === null ? or(made, inArray(invitations.email, ownEmail)) : made,
      ),
    )
    .returning({ id: invitations.id, email: invitations.email });
  if (revoked.length === 0) return;
  await recordAudits(
    ctx,
    revoked.map(({ id, email }) => ({
      brandId,
      action: "invitation.revoked",
      target: { kind: "invitation", id, label: email },
    })),
  );
}
