import { and, eq, isNull, lte } from "drizzle-orm";
import type { Database } from "@/db/client";
import { invitations, memberships, users } from "@/db/schema";
import { recordAudit } from "@/lib/audit/server";
import type { Role } from "@/lib/contract";
import type { Ctx } from "@/lib/kernel/context";
import { BadRequest } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { digestInvitationToken, INVITATION_LIFETIME_MS, newInvitationToken } from "./invitation-token";
import { parseEmail } from "./parse-email";
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

/** A fresh token with its digest and the moment at which it stops working. */
export function freshInvitation(now: Date): { token: string; tokenHash: string; expiresAt: Date } {
  const token = newInvitationToken();
  const tokenHash = digestInvitationToken(token);
  if (tokenHash === null) throw new Error("a new invitation's token has the wrong form");
  return { token, tokenHash, expiresAt: new Date(now.getTime() + INVITATION_LIFETIME_MS) };
}

async function isMember(db: Database, brandId: string, email: string): Promise<boolean> {
  const rows = await db
    .select({ userId: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.brandId, brandId), eq(users.email, email)));
  return rows.length > 0;
}

/** An invitation that ran out no longer stands in the way of a new one. */
async function closeExpired(db: Database, brandId: string, email: string, now: Date): Promise<void> {
  const open = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt), lte(invitations.expiresAt, now));
  const same = and(eq(invitations.brandId, brandId), eq(invitations.email, email));
  await db.update(invitations).set({ revokedAt: now }).where(and(same, open));
}

/**
 * Invites an address to the brand for seven days; whoever proves to own the address may then join with the role.
 * @throws Forbidden unless the acting user may manage the brand; only owners invite owners
 * @throws BadRequest (`field: "email"`) for what is no address, for a member, and while an invitation of the address is open
 */
export async function inviteMember(
  ctx: Ctx,
  input: { brandId: string; email: string; role: Role },
): Promise<IssuedInvitation> {
  const permission = input.role === "owner" ? "own" : "manage";
  const { userId, brand } = await requirePermission(ctx, input.brandId, permission);
  const email = parseEmail(input.email);
  const { token, tokenHash, expiresAt } = freshInvitation(ctx.now);
  const id = newId();
  return ctx.db.transaction(async (tx) => {
    if (await isMember(tx, brand.id, email)) {
      throw new BadRequest(`${email} is a member of this brand already.`, { field: "email" });
    }
    await closeExpired(tx, brand.id, email, ctx.now);
    const made = await tx
      .insert(invitations)
      .values({
        id,
        brandId: brand.id,
        email,
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
    await recordAudit({ ...ctx, db: tx }, { brandId: brand.id, action: "member.invited", target, diff });
    return { id, email, role: input.role, token, expiresAt };
  });
}
