import { and, eq, inArray, lte, or, type SQL } from "drizzle-orm";
import { pick } from "@/db/pick";
import { invitations, memberships, users } from "@/db/schema";
import { ROLES, type Role } from "@/lib/contract";
import { inTransaction, requireRecentProof } from "@/lib/platform/context";
import { BadRequest, Forbidden, NotFound, RateLimited } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { enqueueMail, takeMailBudget } from "@/lib/platform/mail/enqueue-mail";
import { type MailContent, quoted } from "@/lib/platform/mail/render-mail";
import { parseEmail } from "../account/account-input";
import { recordAudit, recordAudits } from "../audit/record-audit";
import type { Ctx } from "../context";
import { requireQuota } from "../quotas/quota-use";
import { canInvite, freshInvitationToken, invitationPath, isOpenInvitation, openInvitation } from "./accept-invitation";
import { can } from "./permissions";
import { lockBrand, requireActive, requirePermission } from "./require-permission";

const AN_HOUR_SECONDS = 3600;

interface Sendable {
  email: string;
  role: Role;
  token: string;
  expiresAt: Date;
  brandName: string;
  inviterName: string;
}

const AS_ROLE: Record<Role, string> = { owner: "an owner", admin: "an admin", editor: "an editor", viewer: "a viewer" };

function invitationMail({ baseUrl }: Ctx, { role, token, brandName, inviterName }: Sendable): MailContent {
  const [brand, inviter] = [quoted(brandName), quoted(inviterName)];
  return {
    subject: `Join ${brand} on the Brand Identity Hub`,
    paragraphs: [`${inviter} invites you to join ${brand} as ${AS_ROLE[role]}.`],
    action: { label: "View invitation", url: `${baseUrl}${invitationPath(token)}` },
    notes: [
      "The link expires in 7 days and works once, for this email only. Don’t forward it: opening it confirms this email.",
      "If you didn’t expect this invitation, ignore this email.",
    ],
  };
}

/** Call it before the transaction. @throws RateLimited */
export async function requireInvitationBudget(ctx: Ctx, { email }: { email: string }): Promise<void> {
  if (!ctx.mail.configured || (await takeMailBudget(ctx, { to: email }))) return;
  const sentence = `Too many invitations to ${email} or from you. Try again in an hour.`;
  throw new RateLimited(AN_HOUR_SECONDS, sentence);
}

const enqueueInvitation = (ctx: Ctx, invitation: Sendable): Promise<boolean> =>
  enqueueMail(ctx, {
    kind: "invitation",
    to: invitation.email,
    content: invitationMail(ctx, invitation),
    expiresAt: invitation.expiresAt,
  });

export interface IssuedInvitation {
  id: string;
  email: string;
  role: Role;
  /**
   * Null if the link was mailed, since opening it verifies the email. Otherwise the inviter passes the link on
   * (`invitationPath`).
   */
  token: string | null;
  expiresAt: Date;
}

type Invited = { brandId: string; email: string };

async function isMember({ db }: Ctx, { brandId, email }: Invited): Promise<boolean> {
  const owner = db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return (await db.$count(memberships, and(eq(memberships.brandId, brandId), inArray(memberships.userId, owner)))) > 0;
}

export async function nameOf({ db }: Ctx, userId: string): Promise<string> {
  const [user] = await db.select({ name: users.name }).from(users).where(eq(users.id, userId));
  return user?.name ?? "Someone";
}

/** An expired invitation must not block a new one. */
async function closeExpired({ db, now }: Ctx, { brandId, email }: Invited): Promise<void> {
  const same = and(eq(invitations.brandId, brandId), eq(invitations.email, email));
  const expired = and(same, isOpenInvitation, lte(invitations.expiresAt, now));
  await db.update(invitations).set({ revokedAt: now }).where(expired);
}

/**
 * Invites an email to the brand for seven days.
 * @throws Forbidden; only owners invite owners
 * @throws ReauthRequired for a managing role, which can issue keys and invite others
 * @throws BadRequest with `field: "email"`, QuotaExceeded, RateLimited
 */
export async function inviteMember(
  ctx: Ctx,
  input: { brandId: string; email: string; role: Role },
): Promise<IssuedInvitation> {
  const { role } = input;
  const permission = role === "owner" ? "own" : "manage";
  const { userId, brand } = await requirePermission(ctx, input.brandId, permission);
  if (can(role, "manage")) requireRecentProof(ctx);
  const email = parseEmail(input.email);
  await requireInvitationBudget(ctx, { email });
  const { token, tokenHash, expiresAt } = freshInvitationToken(ctx.now);
  const mailed = ctx.mail.configured;
  const id = newId();
  const issued = await inTransaction(ctx, async (inTx) => {
    // Otherwise the inviter could be removed now, and leave this invitation behind.
    await lockBrand(inTx, brand.id, permission);
    await requireActive(inTx);
    const invited = { brandId: brand.id, email };
    await requireQuota(inTx, { brandId: brand.id, adding: { members: 1 } });
    if (await isMember(inTx, invited)) {
      throw new BadRequest(`${email} is already a member of this brand.`, { field: "email" });
    }
    await closeExpired(inTx, invited);
    const made = await inTx.db
      .insert(invitations)
      .values({ id, ...invited, role, tokenHash, mailed, invitedBy: userId, createdAt: ctx.now, expiresAt })
      .onConflictDoNothing()
      .returning({ id: invitations.id });
    if (made.length === 0) {
      throw new BadRequest(`${email} already has an open invitation. Resend or revoke it.`, { field: "email" });
    }
    const target = { kind: "invitation", id, label: email };
    await recordAudit(inTx, { brandId: brand.id, action: "member.invited", target, diff: { role: [null, role] } });
    const inviterName = await nameOf(inTx, userId);
    await enqueueInvitation(inTx, { email, role, token, expiresAt, brandName: brand.name, inviterName });
    return { id, email, role, token: mailed ? null : token, expiresAt };
  });
  ctx.wakeTick();
  return issued;
}

const GONE = "This invitation isn’t open. It was accepted or revoked.";

/** Revokes open invitations, each with an audit entry, in the caller's transaction. Returns their number. */
export async function revokeInvitations(ctx: Ctx, which: SQL | undefined): Promise<number> {
  const revoked = await ctx.db
    .update(invitations)
    .set({ revokedAt: ctx.now })
    .where(and(isOpenInvitation, which))
    .returning(pick(invitations, "id", "email", "brandId"));
  if (revoked.length > 0)
    await recordAudits(
      ctx,
      revoked.map(({ id, email, brandId }) => ({
        brandId,
        action: "invitation.revoked",
        target: { kind: "invitation", id, label: email },
      })),
    );
  return revoked.length;
}

/** @throws Forbidden, or NotFound for an unknown, accepted or revoked invitation */
export async function revokeInvitation(ctx: Ctx, input: { brandId: string; invitationId: string }): Promise<void> {
  await requirePermission(ctx, input.brandId, "manage");
  await inTransaction(ctx, async (inTx) => {
    await lockBrand(inTx, input.brandId, "manage");
    if ((await revokeInvitations(inTx, openInvitation(input))) === 0) throw new NotFound(GONE);
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
      .returning(pick(invitations, "id", "email", "role"));
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
  const theirs = role === null ? or(made, inArray(invitations.email, ownEmail)) : made;
  await revokeInvitations(ctx, and(eq(invitations.brandId, brandId), theirs));
}
