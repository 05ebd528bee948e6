import { and, asc, eq, gt, inArray, isNull, not, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { pick } from "@/db/pick";
import {
  auditEntries,
  brands,
  brandVersions,
  draftPresences,
  memberships,
  publishedVersion,
  sessions,
  users,
} from "@/db/schema";
import { can } from "@/lib/access";
import { isActiveSession, requirePermission } from "@/lib/access/server";
import type { Role } from "@/lib/contract";
import type { SignedInActor } from "@/lib/platform/context";
import type { Ctx } from "../context";
import { reviewMark } from "../reviews/read-review";
import type { EditingPage, LiveBrand, Presence } from "./live-brand";
import type { Listener } from "./live-brands";

const MAX_EDITORS = 20;

export interface Watched {
  brandId: string;
  userId: string;
}

export interface WatchedPage extends Watched {
  sid: string;
}

/** True for a version published by schedule. Its audit entry has the same time. */
const asScheduled = sql<boolean>`exists (
  select 1 from ${auditEntries} a
  where a.brand_id = ${brandVersions.brandId} and a.created_at = ${brandVersions.createdAt}
    and a.action = 'identity.published_as_scheduled' and a.target_id = ${brandVersions.version}::text)`;

/** In three statements. People last seen before `since` are gone. */
export async function readLive(
  db: Database,
  watched: readonly WatchedPage[],
  { now, since }: { now: Date; since: Date },
) {
  const brandIds = [...new Set(watched.map(({ brandId }) => brandId))];
  const sids = [...new Set(watched.map(({ sid }) => sid))];
  const published = await db
    .select({
      brandId: brands.id,
      version: brands.identityVersion,
      authorId: brandVersions.authorId,
      author: users.name,
      scheduled: asScheduled,
      review: reviewMark,
    })
    .from(brands)
    .innerJoin(brandVersions, publishedVersion)
    .leftJoin(users, eq(users.id, brandVersions.authorId))
    .where(and(inArray(brands.id, brandIds), isNull(brands.archivedAt)));
  const members = await db
    .select({ brandId: memberships.brandId, sid: sessions.id, role: memberships.role })
    .from(memberships)
    .innerJoin(brands, eq(brands.id, memberships.brandId))
    .innerJoin(sessions, eq(sessions.userId, memberships.userId))
    .where(
      and(
        inArray(memberships.brandId, brandIds),
        inArray(sessions.id, sids),
        isActiveSession({ now, sessionIdleMs: 0 }),
        or(not(brands.membersNeedTwoFactor), sessions.strong),
      ),
    );
  const present = await db
    .select({ ...pick(draftPresences, "brandId", "userId", "page", "since"), name: users.name, role: memberships.role })
    .from(draftPresences)
    .innerJoin(users, eq(users.id, draftPresences.userId))
    .innerJoin(
      memberships,
      and(eq(memberships.brandId, draftPresences.brandId), eq(memberships.userId, draftPresences.userId)),
    )
    .where(and(inArray(draftPresences.brandId, brandIds), gt(draftPresences.seenAt, since)))
    .orderBy(asc(draftPresences.since), asc(draftPresences.userId));

  const versions = new Map(published.map((row) => [row.brandId, row]));
  const roles = new Map<string, Role>(members.map(({ brandId, sid, role }) => [`${brandId} ${sid}`, role]));
  const editors = new Map<string, typeof present>();
  for (const one of present) {
    if (can(one.role, "edit")) editors.set(one.brandId, [...(editors.get(one.brandId) ?? []), one]);
  }
  return {
    /** Null if the session can't read the brand any more, or the brand is archived. */
    of({ brandId, userId, sid }: WatchedPage): LiveBrand | null {
      const live = versions.get(brandId);
      const role = roles.get(`${brandId} ${sid}`);
      if (!live || !role) return null;
      const others = can(role, "edit") ? (editors.get(brandId) ?? []) : [];
      return {
        version: live.version,
        publishedBy: live.author,
        byYou: live.authorId === userId,
        scheduled: live.scheduled,
        review: live.review,
        editing: others
          .filter((other) => other.userId !== userId)
          .slice(0, MAX_EDITORS)
          .map(({ userId, name, page, since }): Presence => ({ userId, name, page, sinceMs: since.getTime() })),
      };
    },
  };
}

interface Watch extends Listener {
  brandId: string;
  page: EditingPage | null;
}

/**
 * Shows the editor to others while an editing page is open. Ends when the returned function is called, the session
 * ends or the user leaves the brand.
 * @throws as `requirePermission`; RateLimited when the person has too many pages open
 */
export async function watchBrand(ctx: Ctx<SignedInActor>, { page, ...watch }: Watch): Promise<() => void> {
  const { userId, role } = await requirePermission(ctx, watch.brandId, "read");
  return ctx.live.watch({ ...watch, userId, sid: ctx.actor.session.sid, page: can(role, "edit") ? page : null });
}
