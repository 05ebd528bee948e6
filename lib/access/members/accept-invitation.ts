import { and, eq, gt, isNull } from "drizzle-orm";
import { invitations, memberships, users } from "@/db/schema";
import { requireUser } from "@/lib/platform/context";
import { BadRequest, Forbidden } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { parseAccountName } from "../account/account-input";
import { markEmailVerified } from "../account/change-email";
import { checkNewPassword } from "../account/check-new-password";
import { hashPassword } from "../account/password";
import { requireSignInMethod } from "../account/sign-in-method";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { requireOpenInvitation } from "./invitation";
import { holdBrand } from "./require-permission";

/**
 * Makes the acting user a member, once. An existing member keeps their role. A mailed link also verifies the email.
 * @throws NotFound, BadRequest, or Forbidden if the invitation is for another email
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
    // An erasure changes the account's email.
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
    if (taken.length === 0) throw new BadRequest("This invitation was just accepted or revoked.");
    const joined = await tx
      .insert(memberships)
      .values({ brandId: brand.id, userId, role, createdAt: ctx.now })
      .onConflictDoNothing()
      .returning({ role: memberships.role });
    if (invitation.mailed) await markEmailVerified(inTx, { email });
    const target = { kind: "user", id: userId, label: user.name };
    const diff: Record<string, [unknown, unknown]> | undefined = joined.length > 0 ? { role: [null, role] } : undefined;
    await recordAudit(inTx, { brandId: brand.id, action: "invitation.accepted", target, diff });
    return { brand };
  });
}

export interface NewMember {
  token: string;
  name: string;
  password: string;
}

/**
 * Creates an account for an invited email and makes it a member, both or neither. A mailed link verifies the email;
 * otherwise a later verification takes over the account. Authorised by the token.
 * @throws NotFound, or BadRequest with the field
 * @throws CompanySignInOnly: sign in with the company's provider, then accept
 */
export async function joinByInvitation(
  ctx: Ctx,
  input: NewMember,
): Promise<{ email: string; brand: { id: string; slug: string; name: string } }> {
  const { db, now } = ctx;
  const { email } = await requireOpenInvitation(ctx, input);
  requireSignInMethod(ctx, { email, by: "password" });
  const name = parseAccountName(input.name);
  await checkNewPassword(input.password, { name, email });
  const passwordHash = await hashPassword(input.password);
  return db.transaction(async (tx) => {
    const id = newId();
    const made = await tx
      .insert(users)
      .values({ id, email, name, passwordHash, createdAt: now })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id });
    if (made.length === 0)
      throw new BadRequest(`The hub can’t create an account for ${email}. If you already have one, sign in.`);
    const joining: Ctx = { ...ctx, db: tx, actor: { kind: "user", userId: id, hubAdmin: false } };
    const target = { kind: "user", id, label: name };
    await recordAudit(joining, { brandId: null, action: "account.created", target });
    const { brand } = await acceptInvitation(joining, input);
    return { email, brand };
  });
}
