import { and, asc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { refusingUnstorable } from "@/db/errors";
import { pick } from "@/db/pick";
import { users } from "@/db/schema";
import { requireHubAdmin } from "@/lib/platform/context";
import { cursorOf, cutPage, type PageRequest, placeOf, rowsToRead, searching } from "@/lib/platform/paging";
import { MAX_COUNTED } from "@/lib/platform/text";
import type { Ctx } from "../context";

export type PersonState = "active" | "deactivated" | "hub-admin";

export type ListedPerson = Awaited<ReturnType<typeof listPeople>>["entries"][number];

export interface PeopleQuery extends PageRequest {
  search?: string;
  state?: PersonState;
}

const IN_STATE = {
  active: isNull(users.deactivatedAt),
  deactivated: isNotNull(users.deactivatedAt),
  "hub-admin": eq(users.hubAdmin, true),
};

/** By email, in pages. @throws Forbidden */
export async function listPeople(ctx: Ctx, query: PeopleQuery) {
  requireHubAdmin(ctx);
  const place = placeOf(query, z.tuple([z.string()]));
  const reading = ctx.db
    .select({
      ...pick(users, "id", "name", "email", "hubAdmin", "deactivatedAt"),
      // If false, they can't become an administrator.
      emailVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
      // Memberships in active brands, counted up to `MAX_COUNTED` + 1.
      brandCount: sql<number>`(select count(*)::int from (select from memberships m where m.user_id = ${users}.id
        and m.brand_id not in (select id from brands where archived_at is not null) limit ${MAX_COUNTED + 1}) counted)`,
      lastSeenAt: sql<
        string | null
      >`(select to_char(max(s.last_seen_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        from sessions s where s.user_id = ${users}.id)`,
    })
    .from(users)
    .where(
      and(
        isNull(users.erasedAt),
        query.state && IN_STATE[query.state],
        searching(query.search, users.name, users.email),
        place ? gt(users.email, place[0]) : undefined,
      ),
    )
    .orderBy(asc(users.email))
    .limit(rowsToRead(query));
  const rows = await refusingUnstorable(async () => reading);
  const people = rows.map((row) => ({ ...row, lastSeenAt: row.lastSeenAt === null ? null : new Date(row.lastSeenAt) }));
  return cutPage(people, query, ({ email }) => cursorOf(email));
}
