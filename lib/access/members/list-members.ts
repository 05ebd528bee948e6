import { and, asc, desc, eq, gt, or, sql } from "drizzle-orm";
import { z } from "zod";
import { refusingUnstorable } from "@/db/errors";
import { pick } from "@/db/pick";
import { invitations, memberships, users } from "@/db/schema";
import { type Role, Uuid } from "@/lib/contract";
import {
  beforeCursor,
  cursorOf,
  cutPage,
  momentCursor,
  type PageRequest,
  placeOf,
  rowsToRead,
  searching,
} from "@/lib/platform/paging";
import type { Ctx } from "../context";
import { isOpenInvitation } from "./accept-invitation";
import { requirePermission } from "./require-permission";

export interface MemberQuery extends PageRequest {
  brandId: string;
  search?: string;
  role?: Role;
}

export type Member = Awaited<ReturnType<typeof listMembers>>["entries"][number];

const NameAndId = z.tuple([z.string(), Uuid]);

function afterMember(query: MemberQuery) {
  const place = placeOf(query, NameAndId);
  if (!place) return undefined;
  const [name, userId] = place;
  return or(sql`lower(${users.name}) > ${name}`, and(sql`lower(${users.name}) = ${name}`, gt(users.id, userId)));
}

/** By name, in pages. @throws NotFound for non-members */
export async function listMembers(ctx: Ctx, query: MemberQuery) {
  await requirePermission(ctx, query.brandId, "read");
  const reading = ctx.db
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      emailVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
      deactivated: sql<boolean>`${users.deactivatedAt} is not null`,
      role: memberships.role,
      joinedAt: memberships.createdAt,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.brandId, query.brandId),
        query.role ? eq(memberships.role, query.role) : undefined,
        searching(query.search, users.name, users.email),
        afterMember(query),
      ),
    )
    .orderBy(asc(sql`lower(${users.name})`), asc(users.id))
    .limit(rowsToRead(query));
  const rows = await refusingUnstorable(async () => reading);
  return cutPage(rows, query, ({ name, userId }) => cursorOf(name.toLowerCase(), userId));
}

export interface InvitationQuery extends PageRequest {
  brandId: string;
  search?: string;
}

export type InvitationSummary = Awaited<ReturnType<typeof listInvitations>>["entries"][number];

/** Expired ones count, since they can be sent again. */
const openInvitationsOf = (brandId: string) => and(eq(invitations.brandId, brandId), isOpenInvitation);

/** @throws NotFound for non-members */
export async function countInvitations(ctx: Ctx, { brandId }: { brandId: string }): Promise<number> {
  await requirePermission(ctx, brandId, "read");
  return ctx.db.$count(invitations, openInvitationsOf(brandId));
}

/** Newest first, in pages. @throws NotFound for non-members */
export async function listInvitations(ctx: Ctx, query: InvitationQuery) {
  await requirePermission(ctx, query.brandId, "read");
  const rows = await ctx.db
    .select({ ...pick(invitations, "id", "email", "role", "createdAt", "expiresAt"), invitedBy: users.name })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(
      and(
        openInvitationsOf(query.brandId),
        searching(query.search, invitations.email),
        beforeCursor(query, invitations.createdAt, invitations.id),
      ),
    )
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(rowsToRead(query));
  const summaries = rows.map((row) => ({ ...row, expired: row.expiresAt <= ctx.now }));
  return cutPage(summaries, query, (row) => momentCursor(row.createdAt, row.id));
}
