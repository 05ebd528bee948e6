import { and, eq, isNull } from "drizzle-orm";
import { brands, invitations, memberships, users } from "@/db/schema";
import type { Role } from "@/lib/contract";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { linkTokenHash, newLinkToken } from "@/lib/platform/key-format";
import type { Ctx } from "../context";
import { may } from "./permissions";

/** How long an invitation's link works. */
const LIFETIME_MS = 7 * 24 * 60 * 60_000;

/** A token for an invitation's link, with its digest and the moment at which it stops working. */
export const freshInvitationToken = (now: Date): { token: string; tokenHash: string; expiresAt: Date } => ({
  ...newLinkToken(),
  expiresAt: new Date(now.getTime() + LIFETIME_MS),
});

/** The page, within the hub, that an invitation's link opens. */
export const invitationPath = (token: string): string => `/invite/${token}`;

/** Limits a query to the brand's invitation of this id while it is neither accepted nor revoked; it may have expired. */
export const openInvitation = ({ brandId, invitationId }: { brandId: string; invitationId: string }) =>
  and(
    eq(invitations.id, invitationId),
    eq(invitations.brandId, brandId),
    isNull(invitations.acceptedAt),
    isNull(invitations.revokedAt),
  );

/** What the holder of an invitation's link may know of it. */
export interface Invitation {
  id: string;
  email: string;
  role: Role;
  brand: { id: string; slug: string; name: string };
  /** Name of who invited; null when they are gone. */
  invitedBy: string | null;
  expiresAt: Date;
  /** Those of an archived brand count as revoked, and so do those of somebody who could not invite to this role any more. */
  state: "open" | "expired" | "revoked" | "accepted";
  /** The link went to the email alone: whoever has it has proved that the email is theirs. */
  mailed: boolean;
}

type Ends = { acceptedAt: Date | null; revokedAt: Date | null; archivedAt: Date | null; expiresAt: Date };

function stateOf(
  { acceptedAt, revokedAt, archivedAt, expiresAt }: Ends,
  vouchedFor: boolean,
  now: Date,
): Invitation["state"] {
  if (acceptedAt) return "accepted";
  if (revokedAt || archivedAt || !vouchedFor) return "revoked";
  return expiresAt <= now ? "expired" : "open";
}

/** True for who may invite to the role. */
export const mayInvite = (inviter: Role, role: Role): boolean => may(inviter, role === "owner" ? "own" : "manage");

/**
 * The invitation behind a link's token; null when the token is nobody's, or was replaced by a newer one. Anybody may ask:
 * the token is the proof. What can be no token is refused without a query. Whether the email has an account is not told: people who invite
 * may hold the link too.
 */
export async function findInvitation({ db, now }: Ctx, { token }: { token: string }): Promise<Invitation | null> {
  const tokenHash = linkTokenHash(token);
  if (!tokenHash) return null;
  const [row] = await db
    .select({
      id: invitations.id,
      email: invitations.email,
      role: invitations.role,
      brand: { id: brands.id, slug: brands.slug, name: brands.name },
      archivedAt: brands.archivedAt,
      invitedBy: users.name,
      invitersRole: memberships.role,
      inviterDeactivatedAt: users.deactivatedAt,
      mailed: invitations.mailed,
      expiresAt: invitations.expiresAt,
      acceptedAt: invitations.acceptedAt,
      revokedAt: invitations.revokedAt,
    })
    .from(invitations)
    .innerJoin(brands, eq(brands.id, invitations.brandId))
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .leftJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.brandId, brands.id)))
    .where(eq(invitations.tokenHash, tokenHash));
  if (!row) return null;
  const {
    archivedAt: _archivedAt,
    acceptedAt: _acceptedAt,
    revokedAt: _revokedAt,
    invitersRole,
    inviterDeactivatedAt,
    ...shown
  } = row;
  const vouchedFor = invitersRole !== null && !inviterDeactivatedAt && mayInvite(invitersRole, row.role);
  return { ...shown, state: stateOf(row, vouchedFor, now) };
}

const ENDED: Record<Exclude<Invitation["state"], "open">, string> = {
  expired: "This invitation has expired. Ask for a new link.",
  revoked: "This invitation was withdrawn.",
  accepted: "This invitation was accepted already.",
};

/** The invitation behind a token while it can be accepted. @throws NotFound for an unknown token, BadRequest saying why it has ended */
export async function requireOpenInvitation(ctx: Ctx, { token }: { token: string }): Promise<Invitation> {
  const invitation = await findInvitation(ctx, { token });
  if (!invitation) throw new NotFound("There is no such invitation. Its link may have been replaced by a newer one.");
  if (invitation.state !== "open") throw new BadRequest(ENDED[invitation.state]);
  return invitation;
}
