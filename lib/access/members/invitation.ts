import { and, eq, isNull } from "drizzle-orm";
import { brands, invitations, memberships, users } from "@/db/schema";
import type { Role } from "@/lib/contract";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { linkTokenHash, newLinkToken } from "@/lib/platform/key-format";
import type { Ctx } from "../context";
import { can } from "./permissions";

const LIFETIME_MS = 7 * 24 * 60 * 60_000;

/** Valid for seven days. */
export const freshInvitationToken = (now: Date): { token: string; tokenHash: string; expiresAt: Date } => ({
  ...newLinkToken(),
  expiresAt: new Date(now.getTime() + LIFETIME_MS),
});

export const invitationPath = (token: string): string => `/invite/${token}`;

/** Not accepted or revoked; it may have expired. */
export const openInvitation = ({ brandId, invitationId }: { brandId: string; invitationId: string }) =>
  and(
    eq(invitations.id, invitationId),
    eq(invitations.brandId, brandId),
    isNull(invitations.acceptedAt),
    isNull(invitations.revokedAt),
  );

export interface Invitation {
  id: string;
  email: string;
  role: Role;
  brand: { id: string; slug: string; name: string };
  invitedBy: string | null;
  expiresAt: Date;
  /** Also `revoked` if the brand is archived, or the inviter could no longer invite to this role. */
  state: "open" | "expired" | "revoked" | "accepted";
  /** Opening a mailed link verifies the email. */
  mailed: boolean;
}

type Ends = { acceptedAt: Date | null; revokedAt: Date | null; archivedAt: Date | null; expiresAt: Date };

function stateOf(
  { acceptedAt, revokedAt, archivedAt, expiresAt }: Ends,
  inviterAllowed: boolean,
  now: Date,
): Invitation["state"] {
  if (acceptedAt) return "accepted";
  if (revokedAt || archivedAt || !inviterAllowed) return "revoked";
  return expiresAt <= now ? "expired" : "open";
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
    ...fields
  } = row;
  const inviterAllowed = invitersRole !== null && !inviterDeactivatedAt && canInvite(invitersRole, row.role);
  return { ...fields, state: stateOf(row, inviterAllowed, now) };
}

const ENDED: Record<Exclude<Invitation["state"], "open">, string> = {
  expired: "This invitation has expired. Ask for a new link.",
  revoked: "This invitation was revoked. Ask a member of the brand for a new one.",
  accepted: "This invitation was already accepted.",
};

/** @throws NotFound for an unknown token, BadRequest with the reason if it is not open */
export async function requireOpenInvitation(ctx: Ctx, { token }: { token: string }): Promise<Invitation> {
  const invitation = await findInvitation(ctx, { token });
  if (!invitation) throw new NotFound("This invitation doesn’t exist. A newer link may have replaced it.");
  if (invitation.state !== "open") throw new BadRequest(ENDED[invitation.state]);
  return invitation;
}
