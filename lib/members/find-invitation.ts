import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { brands, invitations, users } from "@/db/schema";
import type { Role } from "@/lib/contract";
import { digestInvitationToken } from "./invitation-token";

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
  /** True when the address has an account: it signs in instead of making one. */
  hasAccount: boolean;
}

type Ends = { acceptedAt: Date | null; revokedAt: Date | null; archivedAt: Date | null; expiresAt: Date };

function stateOf({ acceptedAt, revokedAt, archivedAt, expiresAt }: Ends, now: Date): Invitation["state"] {
  if (acceptedAt) return "accepted";
  if (revokedAt || archivedAt) return "revoked";
  return expiresAt <= now ? "expired" : "open";
}

/** The invitation behind a link's token; null when the token is nobody's, or was replaced by a newer one. */
export async function findInvitation(db: Database, token: string, now: Date): Promise<Invitation | null> {
  const tokenHash = digestInvitationToken(token);
  if (tokenHash === null) return null;
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
    .where(eq(invitations.tokenHash, tokenHash));
  if (!row) return null;
  const [account] = await db.select({ id: users.id }).from(users).where(eq(users.email, row.email));
  const { archivedAt: _archivedAt, acceptedAt: _acceptedAt, revokedAt: _revokedAt, ...shown } = row;
  return { ...shown, state: stateOf(row, now), hasAccount: account !== undefined };
}
