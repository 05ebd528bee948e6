import { and, eq, inArray, isNull, or } from "drizzle-orm";
import { invitations, users } from "@/db/schema";
import { ROLES, type Role } from "@/lib/contract";
import { recordAudits } from "../audit/record-audit";
import type { Ctx } from "../context";
import { mayInvite } from "./invitation";

interface Former {
  brandId: string;
  userId: string;
  /** Their role from now on; null for no member. */
  role: Role | null;
}

/**
 * Ends the brand's open invitations that a member made and could not make any more, and for who is a member no longer also those to their own
 * email: so that nobody walks back in. A part of the verb that takes the role away, in its transaction.
 */
export async function revokeInvitationsOf(ctx: Ctx, { brandId, userId, role }: Former): Promise<void> {
  const lost = ROLES.filter((invited) => role === null || !mayInvite(role, invited));
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
