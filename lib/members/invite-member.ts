import { and, eq, isNull, lte } from "drizzle-orm";
import { invitations, memberships, users } from "@/db/schema";
import { parseEmail } from "@/lib/account";
import { recordAudit } from "@/lib/audit/server";
import type { Role } from "@/lib/contract";
import type { Ctx } from "@/lib/kernel/context";
import { BadRequest } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { freshInvitationToken } from "./invitation";
import { requirePermission } from "./require-permission";

/** An invitation with its link's token, given this once: the hub keeps only the digest. */
export interface IssuedInvitation {
  id: string;
  email: string;
  role: Role;
  /** See `invitationPath`. */
  token: string;
  expiresAt: Date;
}

type Invited = { brandId: string; email: string };

async function isMember({ db }: Ctx, { brandId, email }: Invited): Promise<boolean> {
  const rows = await db
    .select({ userId: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.brandId, brandId), eq(users.email, email)));
  return rows.length > 0;
}

/** An invitation that ran out no longer stands in the way of a new one. */
async function closeExpired({ db, now }: Ctx, { brandId, email }: Invited): Promise<void> {
  const open = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt), lte(invitations.expiresAt, now));
  const same = and(eq(invitations.brandId, brandId), eq(invitations.email, email));
  await db.update(invitations).set({ revokedAt: now }).where(and(same, open));
}

/**
 * Invites an email to the brand for seven days; whoever proves that it is theirs may then join with the role.
 * @throws Forbidden unless the acting user may manage the brand; only owners invite owners
 * @throws BadRequest (`field: "email"`) for what is no email, for a member, and while an invitation of the email is open
 */
export async function inviteMember(
  ctx: Ctx,
  input: { brandId: string; email: string; role: Role },
): Promise<IssuedInvitation> {
  const permission = input.role === "owner" ? "own" : "manage";
  const { userId, brand } = await requirePermission(ctx, input.brandId, permission);
  const email = parseEmail(input.email);
  const { token, tokenHash, expiresAt } = freshInvitationToken(ctx.now);
  const id = newId();
  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx };
    const invited = { brandId: brand.id, email };
    if (await isMember(inTx, invited)) {
      throw new BadRequest(`${email} is a member of this brand already.`, { field: "email" });
    }
    await closeExpired(inTx, invited);
    const made = await tx
      .insert(invitations)
      .values({
        id,
        ...invited,
        role: input.role,
        tokenHash,
        invitedBy: userId,
        createdAt: ctx.now,
        expiresAt,
      })
      .onConflictDoNothing()
      .returning({ id: invitations.id });
    if (made.length === 0) {
      throw new BadRequest(`${email} has an open invitation. Make a new link for it, or revoke it.`, {
        field: "email",
      });
    }
    const target = { kind: "invitation", id, label: email };
    const diff: Record<string, [unknown, unknown]> = { role: [null, input.role] };
    await recordAudit(inTx, { brandId: brand.id, action: "member.invited", target, diff });
    return { id, email, role: input.role, token, expiresAt };
  });
}
