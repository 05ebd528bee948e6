import { and, asc, eq, gt, ilike, or, sql } from "drizzle-orm";
import { refusingUnstorable } from "@/db/errors";
import { memberships, users } from "@/db/schema";
import type { Role } from "@/lib/contract";
import type { Ctx } from "@/lib/kernel/context";
import { BadRequest } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import { containing, cutPage, type Page, type PageRequest, rowsToRead } from "@/lib/kernel/paging";
import { requirePermission } from "./require-permission";

export interface MemberQuery extends PageRequest {
  brandId: string;
  /** Part of a name or an e-mail address. */
  search?: string;
  role?: Role;
}

export interface Member {
  userId: string;
  name: string;
  email: string;
  role: Role;
  joinedAt: Date;
}

const cursorOf = ({ name, userId }: Member) => Buffer.from(`${userId} ${name.toLowerCase()}`).toString("base64url");

function afterCursor({ after }: PageRequest) {
  if (!after) return undefined;
  const text = Buffer.from(after, "base64url").toString();
  const [userId, name] = [text.slice(0, 36), text.slice(37)];
  if (!isUuid(userId)) throw new BadRequest("The page's cursor is not one of this list.");
  return or(sql`lower(${users.name}) > ${name}`, and(sql`lower(${users.name}) = ${name}`, gt(users.id, userId)));
}

/** The brand's members by name, a page at a time. @throws NotFound for who is none of them */
export async function listMembers(ctx: Ctx, query: MemberQuery): Promise<Page<Member>> {
  await requirePermission(ctx, query.brandId, "read");
  const pattern = query.search ? containing(query.search) : null;
  const reading = ctx.db
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      role: memberships.role,
      joinedAt: memberships.createdAt,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.brandId, query.brandId),
        query.role ? eq(memberships.role, query.role) : undefined,
        pattern ? or(ilike(users.name, pattern), ilike(users.email, pattern)) : undefined,
        afterCursor(query),
      ),
    )
    .orderBy(asc(sql`lower(${users.name})`), asc(users.id))
    .limit(rowsToRead(query));
  const rows = await refusingUnstorable(async () => reading);
  return cutPage(rows, query, cursorOf, (row) => row);
}
