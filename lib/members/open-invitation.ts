import { and, eq, isNull } from "drizzle-orm";
import { invitations } from "@/db/schema";

/** Limits a query to the brand's invitation of this id while it is neither accepted nor revoked; it may have expired. */
export const openInvitation = (brandId: string, invitationId: string) =>
  and(
    eq(invitations.id, invitationId),
    eq(invitations.brandId, brandId),
    isNull(invitations.acceptedAt),
    isNull(invitations.revokedAt),
  );
