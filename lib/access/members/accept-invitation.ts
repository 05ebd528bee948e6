import { and, eq, gt, isNull } from "drizzle-orm";
import { pick } from "@/db/pick";
import { brands, invitations, memberships, users } from "@/db/schema";
import type { Role } from "@/lib/contract";
import { asUser, inTransaction, requireUser } from "@/lib/platform/context";
import { BadRequest, Forbidden, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { linkTokenHash, newLinkToken } from "@/lib/platform/key-format";
import { parseAccountName } from "../account/account-input";
import { checkNewPassword } from "../account/change-password";
import { markEmailVerified } from "../account/own-account";
import { hashPassword } from "../account/password";
import { requireSignInMethod } from "../account/sign-in-method";
import { recordAccountAudit, recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { can } from "./permissions";
import { holdBrand } from "./require-permission";

const LIFETIME_MS = 7 * 24 * 60 * 60_000;

/** Valid for seven days. */
export const freshInvitationToken = (now: Date): { token: string; tokenHash: string; expiresAt: Date } => ({
  ...newLinkToken(),
  expiresAt: new Date(now.getTime() + LIFETIME_MS),
});

export const invitationPath = (token: string): string => `/invite/${token}`;

/** Not accepted or revoked; it may have expired. */
export const isOpenInvitation = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt));

export const openInvitation = ({ brandId, invitationId }: { brandId: string; invitationId: string }) =>
  and(eq(invitations.id, invitationId), eq(invitations.brandId, brandId), isOpenInvitation);

export interface Invitation
  extends Pick<typeof invitations.$inferSelect, "id" | "email" | "role" | "mailed" | "expiresAt"> {
  brand: { id: string; slug: string; name: string };
  invitedBy: string | null;
  /** Also `revoked` if the brand is archived, or the inviter could no longer invite to this role. */
  state: "open" | "expired" | "revoked" | "accepted";
}

export const canInvite = (inviter: Role, role: Role): boolean => can(inviter, role === "owner" ? "own" : "manage");

/**
 * Returns null if unknown or replaced. Authorised by the token. Never reveals whether the email has an account, because
 * inviters may hold the link too.
 */
export async function findInvitation({ db, now }: Ctx, { token }: { token: string }): Promise<Invitation | null> {
  const tokenHash = linkTokenHash(token);
  if (!tokenHash) return null;
  const [row] = await db
    .select({
      fields: pick(invitations, "id", "email", "role", "mailed", "expiresAt"),
      ...pick(invitations, "acceptedAt", "revokedAt"),
      brand: pick(brands, "id", "slug", "name"),
      archivedAt: brands.archivedAt,
      invitedBy: users.name,
      invitersRole: memberships.role,
      inviterDeactivatedAt: users.deactivatedAt,
    })
    .from(invitations)
    .innerJoin(brands, eq(brands.id, invitations.brandId))
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .leftJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.brandId, brands.id)))
    .where(eq(invitations.tokenHash, tokenHash));
  if (!row) return null;
  const { fields, brand, invitedBy, invitersRole, inviterDeactivatedAt, acceptedAt, revokedAt, archivedAt } = row;
  const inviterAllowed = invitersRole !== null && !inviterDeactivatedAt && canInvite(invitersRole, fields.role);
  const isRevoked = revokedAt || archivedAt || !inviterAllowed;
  const ended = isRevoked ? "revoked" : fields.expiresAt <= now ? "expired" : "open";
  return { ...fields, brand, invitedBy, state: acceptedAt ? "accepted" : ended };
}

const ENDED: Record<Exclude<Invitation["state"], "open">, string> = {
  expired: "This invitation has expired. Ask for a new link.",
  revoked: "This invitation was revoked. Ask a member of the brand for a new one.",
  accepted: "This invitation was already accepted.",
};

/** @throws NotFound for an unknown token, BadRequest with the reason if it is not open */
async function requireOpenInvitation(ctx: Ctx, { token }: { token: string }): Promise<Invitation> {
  const invitation = await findInvitation(ctx, { token });
  if (!invitation) throw new NotFound("This invitation doesn’t exist. A newer link may have replaced it.");
  if (invitation.state !== "open") throw new BadRequest(ENDED[invitation.state]);
  return invitation;
}

/**
 * Makes the acting user a member, once. An existing member keeps their role. A mailed link also verifies the email.
 * @throws NotFound, BadRequest, or Forbidden if the invitation is for another email
 */
export async function acceptInvitation(
  ctx: Ctx,
  { token }: { token: string },
): Promise<{ brand: { id: string; slug: string; name: string } }> {
  const { userId } = requireUser(ctx);
  return inTransaction(ctx, async (inTx) => {
    const invitation = await requireOpenInvitation(inTx, { token });
    const { brand, email, role } = invitation;
    await holdBrand(inTx, brand.id);
    // An erasure changes the account's email.
    const [user] = await inTx.db
      .select({ email: users.email, name: users.name })
      .from(users)
      .where(eq(users.id, userId))
      .for("key share");
    if (user?.email !== email) throw new Forbidden(`This invitation is for ${email}. Sign in with that email.`);
    const taken = await inTx.db
      .update(invitations)
      .set({ acceptedAt: ctx.now })
      .where(and(eq(invitations.id, invitation.id), isOpenInvitation, gt(invitations.expiresAt, ctx.now)))
      .returning({ id: invitations.id });
    if (taken.length === 0) throw new BadRequest("This invitation was just accepted or revoked.");
    const joined = await inTx.db
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
  const { email } = await requireOpenInvitation(ctx, input);
  requireSignInMethod(ctx, { email, by: "password" });
  const name = parseAccountName(input.name);
  await checkNewPassword(input.password, { name, email });
  const passwordHash = await hashPassword(input.password);
  return inTransaction(ctx, async (inTx) => {
    const id = newId();
    const made = await inTx.db
      .insert(users)
      .values({ id, email, name, passwordHash, createdAt: ctx.now })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id });
    if (made.length === 0)
      throw new BadRequest(`The hub can’t create an account for ${email}. If you already have one, sign in.`);
    const joining = asUser(inTx, id);
    await recordAccountAudit(joining, "account.created", { id, name });
    const { brand } = await acceptInvitation(joining, input);
    return { email, brand };
  });
}
