import { inArray, type SQL, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { brands, notices, users } from "@/db/schema";
import type { AuditAction } from "@/lib/access";
import { inTransaction } from "@/lib/platform/context";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "../context";
import type { NoticeKind } from "./notice-words";

/** After downtime, older events are not reported. */
const LOOK_BACK = "24 hours";
const FAILING_FOR = "1 hour";
const EXPIRES_WITHIN = "14 days";

const hostOf = sql.raw("split_part(s.webhook_url, '/', 3)");

/** One notification per entry and brand. */
const entriesOf =
  (actions: AuditAction[], condition = sql`true`) =>
  (at: SQL) =>
    sql`
    select concat_ws(' ', 'entry', e.id), e.brand_id::text, e.brand_id, null, null::uuid, null::uuid, e.id, e.created_at
    from audit_entries e
    where ${inArray(sql`e.action`, actions)} and e.created_at > ${at} - ${LOOK_BACK}::interval and ${condition}`;

/**
 * Columns: `(occurrence, topic, brand_id, tool_slug, api_key_id, credential_id, entry_id, happened_at)`. An occurrence
 * keeps its value each time it is found.
 */
const QUERIES: Record<NoticeKind, (at: SQL) => SQL> = {
  endpoint_failing: (at) => sql`
    select concat_ws(' ', 'failing', s.brand_id, s.tool_slug, extract(epoch from s.failing_since)),
      s.tool_slug || ' ' || ${hostOf}, s.brand_id, s.tool_slug, null::uuid, null::uuid, null::uuid, s.failing_since
    from subscriptions s
    where s.enabled and s.failing_since is not null and s.failing_since <= ${at} - ${FAILING_FOR}::interval`,
  endpoint_off: (at) => sql`
    select concat_ws(' ', 'entry', e.id), s.tool_slug || ' ' || ${hostOf}, e.brand_id, s.tool_slug, null::uuid,
      null::uuid, e.id, e.created_at
    from audit_entries e join subscriptions s on s.brand_id = e.brand_id and s.tool_slug = e.target_id
      and not s.enabled and s.disabled_at = e.created_at
    where e.action = 'subscription.disabled' and e.actor_kind = 'system'
      and e.created_at > ${at} - ${LOOK_BACK}::interval`,
  // Shorter-lived keys need no warning.
  key_expiring: (at) => sql`
    select concat_ws(' ', 'key', k.id, extract(epoch from k.expires_at)), k.brand_id::text, k.brand_id, null, k.id,
      null::uuid, null::uuid, ${at}
    from api_keys k
    where k.revoked_at is null and k.replaced_by is null and k.expires_at > ${at}
      and k.expires_at <= ${at} + ${EXPIRES_WITHIN}::interval
      and k.expires_at - k.created_at > ${EXPIRES_WITHIN}::interval`,
  credential_expiring: (at) => sql`
    select concat_ws(' ', 'credential', c.id, extract(epoch from c.expires_at)), c.tool_slug, null::uuid, c.tool_slug,
      null::uuid, c.id, null::uuid, ${at}
    from tool_credentials c
    where c.revoked_at is null and c.replaced_by is null and c.expires_at > ${at}
      and c.expires_at <= ${at} + ${EXPIRES_WITHIN}::interval
      and c.expires_at - c.created_at > ${EXPIRES_WITHIN}::interval`,
  // Every way to become one writes such an audit entry.
  new_manager: entriesOf(
    ["member.role_changed", "member.joined_by_claim", "invitation.accepted", "brand.transferred"],
    sql`e.diff -> 'role' ->> 1 in ('owner', 'admin')
      and coalesce(e.diff -> 'role' ->> 0, '') not in ('owner', e.diff -> 'role' ->> 1)`,
  ),
  publish_failed: entriesOf(["identity.publish_failed"]),
  review_requested: entriesOf(["review.requested"]),
  review_answered: entriesOf(["review.approved", "review.changes_asked"]),
  review_commented: entriesOf(["review.commented"]),
};

/** Owners and admins get these only if they take part. */
export const MEMBERS_ONLY: readonly NoticeKind[] = ["review_requested", "review_answered", "review_commented"];

const ofReview = sql.raw(
  `from fresh f join audit_entries e on e.id = f.entry_id join reviews r on r.id::text = e.target_id
    join memberships m on m.brand_id = f.brand_id`,
);

/** The draft's author, requested reviewers (or all who can approve), and participants of a review. */
const EXTRA_RECIPIENTS: Partial<Record<NoticeKind, SQL>> = {
  publish_failed: sql`union select f.occurrence, m.user_id from fresh f join audit_entries e on e.id = f.entry_id
    join memberships m on m.brand_id = f.brand_id and m.user_id::text = e.target_id`,
  review_requested: sql`union select f.occurrence, m.user_id ${ofReview}
    where m.user_id <> r.author_id and case
      when exists (select from review_people p where p.review_id = r.id and p.asked)
      then exists (select from review_people p where p.review_id = r.id and p.asked and p.user_id = m.user_id)
      else m.role in ('owner', 'admin', 'editor') end`,
  review_answered: sql`union select f.occurrence, m.user_id ${ofReview} where m.user_id = r.author_id`,
  review_commented: sql`union select f.occurrence, m.user_id ${ofReview}
    where m.user_id::text <> e.actor_id and (m.user_id = r.author_id
      or exists (select from review_people p where p.review_id = r.id and p.answer is not null
        and p.user_id = m.user_id)
      or exists (select from review_comments c where c.review_id = r.id and c.user_id = m.user_id))`,
};

export const ALSO_FOR_HUB_ADMINS: readonly NoticeKind[] = ["endpoint_failing", "endpoint_off", "credential_expiring"];

/** An occurrence is never split. */
const BATCH_SIZE = 500;

type Row = Omit<typeof notices.$inferSelect, "id" | "kind" | "createdAt" | "toldAt" | "mailed" | "happenedAt"> & {
  happenedAt: string;
};

/** New occurrences with each recipient who wants them; null is the operator's webhook. */
const findByKind = ({ db, operatorWebhook }: Ctx, kind: NoticeKind, at: SQL): Promise<Row[]> =>
  rowsOf<Row>(
    db,
    sql`
    with happened (
      occurrence, topic, brand_id, tool_slug, api_key_id, credential_id, entry_id, happened_at
    ) as materialized (
      ${QUERIES[kind](at)}
    ), fresh as materialized (
      select h.* from happened h left join brands b on b.id = h.brand_id
      where b.archived_at is null and not exists (select from notices n where n.occurrence = h.occurrence)
    ), recipients as (
      select f.occurrence, m.user_id from fresh f join memberships m on m.brand_id = f.brand_id
        and m.role in ('owner', 'admin')
      where ${!MEMBERS_ONLY.includes(kind)}
      union
      select f.occurrence, u.id from fresh f cross join users u
        where u.hub_admin and ${ALSO_FOR_HUB_ADMINS.includes(kind)}
      ${EXTRA_RECIPIENTS[kind] ?? sql``}
      union
      select f.occurrence, null from fresh f where ${operatorWebhook !== null && !EXTRA_RECIPIENTS[kind]}
    )
    select r.user_id as "userId", f.occurrence, f.topic, f.brand_id as "brandId", f.tool_slug as "toolSlug",
      f.api_key_id as "apiKeyId", f.credential_id as "credentialId", f.entry_id as "entryId",
      f.happened_at as "happenedAt"
    from fresh f join recipients r on r.occurrence = f.occurrence left join users u on u.id = r.user_id
    where r.user_id is null or (u.deactivated_at is null and not (${kind} = any(u.muted_notices)))
    order by f.occurrence`,
  );

/** In locking order. */
const inOrder = (ids: readonly (string | null)[]): string[] => [...new Set(ids.flatMap((id) => id ?? []))].toSorted();

/** Locks referenced rows first, brands before users as everywhere. */
async function writeNotices(ctx: Ctx, kind: NoticeKind, rows: readonly Row[]): Promise<number> {
  return inTransaction(ctx, async ({ db, now }) => {
    const brandIds = inOrder(rows.map(({ brandId }) => brandId));
    const userIds = inOrder(rows.map(({ userId }) => userId));
    const lock = (table: typeof brands | typeof users, ids: string[]) =>
      db.select({ id: table.id }).from(table).where(inArray(table.id, ids)).orderBy(table.id).for("key share");
    const live = new Set((brandIds.length > 0 ? await lock(brands, brandIds) : []).map(({ id }) => id));
    if (userIds.length > 0) await lock(users, userIds);
    const values = rows
      .filter(({ brandId }) => brandId === null || live.has(brandId))
      .map((row) => ({ ...row, id: newId(), kind, happenedAt: new Date(row.happenedAt), createdAt: now }));
    if (values.length === 0) return 0;
    const inserted = await db.insert(notices).values(values).onConflictDoNothing().returning({ id: notices.id });
    return inserted.length;
  });
}

/** An occurrence recorded for some recipients counts as recorded for all. */
function* inBatches(rows: readonly Row[]): Generator<readonly Row[]> {
  let from = 0;
  for (let to = 1; to <= rows.length; to += 1) {
    if (to < rows.length && (to - from < BATCH_SIZE || rows[to]?.occurrence === rows[to - 1]?.occurrence)) continue;
    yield rows.slice(from, to);
    from = to;
  }
}

/** Records new notifications, once even if ticks overlap. Returns their number. */
export async function findNotices(ctx: Ctx): Promise<number> {
  const at = sql`${ctx.now.toISOString()}::timestamptz`;
  let count = 0;
  for (const kind of Object.keys(QUERIES) as NoticeKind[]) {
    for (const batch of inBatches(await findByKind(ctx, kind, at))) count += await writeNotices(ctx, kind, batch);
  }
  return count;
}
