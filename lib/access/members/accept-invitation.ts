import { and, eq, gt, isNull } from "drizzle-orm";
import { invitations, memberships, users } from "@/db/schema";
import { requireUser } from "@/lib/platform/context";
import { BadRequest, Forbidden } from "@/lib/platform/errors";
import { proveEmail } from "../account/prove-email";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { requireOpenInvitation } from "./invitation";
import { holdBrand } from "./require-permission";

/**
 * Makes the acting user a member of the brand they were invited to, with the invitation's role, once. Who became a member in
 * the meantime keeps the role they have. A link that went by mail proves the account's email. Pass a transaction as `ctx.db` to do more with it.
 * @throws NotFound, BadRequest when the link leads to no open invitation
 * @throws Forbidden when the invitation is for another email than the user's
 */
export async function acceptInvitation(
  ctx: Ctx,
  { token }: { token: string },
): Promise<{ brand: { id: string; slug: string; name: string } }> {
  const { userId } = requireUser(ctx);
  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx };
    const invitation = await requireOpenInvitation(inTx, { token });
    const { brand, email, role } = invitation;
    await holdBrand(inTx, brand.id);
    // An account that is being erased has another email once this has waited for it.
    const [user] = await tx
      .select({ email: users.email, name: users.name })
      .from(users)
      .where(eq(users.id, userId))
      .for("key share");
    if (user?.email !== email) throw new Forbidden(`This invitation is for ${email}. Sign in with that email.`);
    const taken = await tx
      .update(invitations)
      .set({ acceptedAt: ctx.now })
      .where(
        and(
          eq(invitations.id, invitation.id),
          isNull(invitations.acceptedAt),
          isNull(invitations.revokedAt),
          gt(invitations.expiresAt, ctx.now),
        ),
      )
      .returning({ id: invitations.id });
    if (taken.length === 0) throw new BadRequest("This invitation was accepted or withdrawn a moment ago.");
    const joined = await tx
      .insert(memberships)
      .values({ brandId: brand.id, userId, role, createdAt: ctx.now })
      .onConflictDoNothing()
      .returning({ role: memberships.role });
    if (invitation.mailed) await proveEmail(inTx, { email });
    const target = { kind: "user", id: userId, label: user.name };
    const diff: Record<string, [unknown, unknown]> | undefined = joined.length > 0 ? { role: [null, role] } : undefined;
    await recordAudit(inTx, { brandId: brand.id, action: "invitation.accepted", target, diff });
    return { brand };
  });
}
