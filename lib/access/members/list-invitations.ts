import { and, desc, eq, ilike, isNull } from "drizzle-orm";
import { invitations, users } from "@/db/schema";
import type { Role } from "@/lib/contract";
import {
  beforeCursor,
  containing,
  cutPage,
  momentCursor,
  type Page,
  type PageRequest,
  rowsToRead,
} from "@/lib/platform/paging";
import type { Ctx } from "../context";
import { requirePermission } from "./require-permission";

export interface InvitationQuery extends PageRequest {
  brandId: string;
  /** A part of the email. */
  search?: string;
}

/** An invitation that nobody accepted or revoked. */
export interface InvitationSummary {
  id: string;
  email: string;
  role: Role;
  /** Name of who invited; null when they are gone. */
  invitedBy: string | null;
  createdAt: Date;
  expiresAt: Date;
  expired: boolean;
}

/** The brand's invitations that are neither accepted nor revoked, newest first, page by page. @throws NotFound for non-members */
export async function listInvitations(ctx: Ctx, query: InvitationQuery): Promise<Page<InvitationSummary>> {
  const { brand } = await requirePermission(ctx, query.brandId, "read");
  const rows = await ctx.db
    .select({
      id: invitations.id,
      email: invitations.email,
      role: invitations.role,
      invitedBy: users.name,
      createdAt: invitations.createdAt,
      expiresAt: invitations.expiresAt,
    })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(
      and(
        eq(invitations.brandId, brand.id),
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
        query.search ? ilike(invitations.email, containing(query.search)) : undefined,
        beforeCursor(query, invitations.createdAt, invitations.id),
      ),
    )
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(rowsToRead(query));
  return cutPage(
    rows,
    query,
    (row) => momentCursor(row.createdAt, row.id),
    (row) => ({ ...row, expired: row.expiresAt <= ctx.now }),
  );
}
