import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { brands, invitations, users } from "@/db/schema";
import type { Role } from "@/lib/contract";
import type { Ctx } from "@/lib/kernel/context";
import { BadRequest, NotFound } from "@/lib/kernel/errors";

/** How long an invitation's link works. */
const LIFETIME_MS = 7 * 24 * 60 * 60_000;

const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;

/** What the hub keeps of a token. */
const digest = (token: string): string => createHash("sha256").update(token).digest("hex");

/** A token of 256 random bits for an invitation's link, shown once, with its digest and the moment at which it stops working. */
export function freshInvitationToken(now: Date): { token: string; tokenHash: string; expiresAt: Date } {
  const token = randomBytes(32).toString("base64url");
  return { token, tokenHash: digest(token), expiresAt: new Date(now.getTime() + LIFETIME_MS) };
}

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
  /** An archived brand's invitations count as revoked. */
  state: "open" | "expired" | "revoked" | "accepted";
  /** True when the email has an account: it signs in instead of making one. */
  hasAccount: boolean;
}

type Ends = { acceptedAt: Date | null; revokedAt: Date | null; archivedAt: Date | null; expiresAt: Date };

function stateOf({ acceptedAt, revokedAt, archivedAt, expiresAt }: Ends, now: Date): Invitation["state"] {
  if (acceptedAt) return "accepted";
  if (revokedAt || archivedAt) return "revoked";
  return expiresAt <= now ? "expired" : "open";
}

/**
 * The invitation behind a link's token; null when the token is nobody's, or was replaced by a newer one. Anybody may ask:
 * the token is the proof. What can be no token is refused without a query.
 */
export async function findInvitation({ db, now }: Ctx, { token }: { token: string }): Promise<Invitation | null> {
  if (!TOKEN_FORM.test(token)) return null;
  const [row] = await db
    .select({
      id: invitations.id,
      email: invitations.email,
      role: invitations.role,
      brand: { id: brands.id, slug: brands.slug, name: brands.name },
      archivedAt: brands.archivedAt,
      invitedBy: users.name,
      expiresAt: invitations.expiresAt,
      acceptedAt: invitations.acceptedAt,
      revokedAt: invitations.revokedAt,
    })
    .from(invitations)
    .innerJoin(brands, eq(brands.id, invitations.brandId))
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(eq(invitations.tokenHash, digest(token)));
  if (!row) return null;
  const [account] = await db.select({ id: users.id }).from(users).where(eq(users.email, row.email));
  const { archivedAt: _archivedAt, acceptedAt: _acceptedAt, revokedAt: _revokedAt, ...shown } = row;
  return { ...shown, state: stateOf(row, now), hasAccount: account !== undefined };
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
