import { eq, type SQL, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { users } from "@/db/schema";
import { recordAudit } from "@/lib/access/server";
import type { Role } from "@/lib/contract";
import { inTransaction, requireUser } from "@/lib/platform/context";
import type { Ctx } from "../context";
import { ALSO_FOR_HUB_ADMINS, MEMBERS_ONLY } from "./find-notices";
import { NOTICE_KINDS, NOTICE_WORDS, type NoticeKind, sentencesOf } from "./notice-words";

/** With the current state of its subject. */
export interface NoticeDetails {
  id: string;
  kind: NoticeKind;
  topic: string;
  happenedAt: Date;
  toldAt: Date | null;
  mailed: boolean;
  /** Null for a tool's credential. */
  brand: { name: string; slug: string } | null;
  /** Otherwise the recipient is a hub administrator. */
  isMember: boolean;
  /** Of an endpoint or credential. */
  tool: { slug: string; name: string; host: string; offReason: string | null } | null;
  key: { name: string; lastFour: string; expiresAt: Date; isSecret: boolean } | null;
  manager: { name: string; role: Role } | null;
  failure: string | null;
  review: { by: string; action: string } | null;
  /** The recipient can still see it, and it still applies. */
  isCurrent: boolean;
}

const STILL_APPLIES = sql.raw(`case n.kind
  when 'endpoint_failing' then s.enabled and s.failing_since = n.happened_at
  when 'endpoint_off' then not s.enabled and s.disabled_at = n.happened_at
  when 'key_expiring' then k.revoked_at is null and k.replaced_by is null
  when 'credential_expiring' then c.revoked_at is null and c.replaced_by is null
  when 'publish_failed' then exists (select from drafts d
    where d.brand_id = n.brand_id and d.publish_failed_at = n.happened_at)
  when 'new_manager' then e.id is not null
  else exists (select from reviews r where r.id::text = e.target_id) end`);

/** Dates are texts. */
type Row = Omit<NoticeDetails, "happenedAt" | "toldAt" | "key"> &
  Record<"happenedAt", string> &
  Record<"toldAt", string | null> & {
    key: (Omit<NonNullable<NoticeDetails["key"]>, "expiresAt"> & { expiresAt: string }) | null;
  };

/**
 * Notifications `n` of one user (null: the operator) that match `where`, newest first.
 * @param lock also locks them until the transaction ends
 */
export async function readNoticeDetails(
  { db }: Ctx,
  { userId, where, limit, lock = false }: { userId: string | null; where: SQL; limit: number; lock?: boolean },
): Promise<NoticeDetails[]> {
  const forAdmins = sql.param([...ALSO_FOR_HUB_ADMINS]);
  const ofReviews = sql.param([...MEMBERS_ONLY]);
  const forMembers = sql.param(["publish_failed", ...MEMBERS_ONLY]);
  const rows = await rowsOf<Row>(
    db,
    sql`
    select n.id, n.kind, n.topic, n.happened_at as "happenedAt", n.told_at as "toldAt", n.mailed,
      case when b.id is not null then json_build_object('name', b.name, 'slug', b.slug) end as brand,
      m.role is not null as "isMember",
      case when t.slug is not null then json_build_object('slug', t.slug, 'name', t.name,
        'host', split_part(n.topic, ' ', 2), 'offReason', s.disabled_reason) end as tool,
      case when coalesce(k.expires_at, c.expires_at) is not null then json_build_object(
        'name', coalesce(k.name, c.name), 'lastFour', coalesce(k.last_four, c.last_four),
        'expiresAt', coalesce(k.expires_at, c.expires_at),
        'isSecret', coalesce(c.kind = 'signing_secret', false)) end as key,
      case when n.kind = 'new_manager' and e.diff -> 'role' ->> 1 is not null
        then json_build_object('name', e.target_label, 'role', e.diff -> 'role' ->> 1) end as manager,
      e.diff -> 'reason' ->> 1 as failure,
      case when n.kind = any(${ofReviews}::text[]) and e.id is not null
        then json_build_object('by', e.actor_label, 'action', e.action) end as review,
      coalesce(b.archived_at is null
        and (n.user_id is null or (u.deactivated_at is null and not (n.kind = any(u.muted_notices))
          and (coalesce(
            m.role in ('owner', 'admin') or (n.kind = any(${forMembers}::text[]) and m.role is not null), false
          ) or (u.hub_admin and n.kind = any(${forAdmins}::text[])))))
        and ${STILL_APPLIES}, false) as "isCurrent"
    from notices n
    left join users u on u.id = n.user_id
    left join brands b on b.id = n.brand_id
    left join memberships m on m.brand_id = n.brand_id and m.user_id = n.user_id
    left join tools t on t.slug = n.tool_slug
    left join subscriptions s on s.brand_id = n.brand_id and s.tool_slug = n.tool_slug
    left join api_keys k on k.id = n.api_key_id
    left join tool_credentials c on c.id = n.credential_id
    left join audit_entries e on e.id = n.entry_id
    where ${userId === null ? sql`n.user_id is null` : sql`n.user_id = ${userId}::uuid`} and ${where}
    order by n.created_at desc, n.id desc limit ${limit}
    ${lock ? sql`for update of n` : sql``}`,
  );
  return rows.map(({ happenedAt, toldAt, key, ...row }) => ({
    ...row,
    happenedAt: new Date(happenedAt),
    toldAt: toldAt === null ? null : new Date(toldAt),
    key: key && { ...key, expiresAt: new Date(key.expiresAt) },
  }));
}

const MAX_SHOWN = 20;

/** The acting user's latest 20 notifications that still apply. */
export async function listOwnNotices(ctx: Ctx) {
  const { userId } = requireUser(ctx);
  const details = await readNoticeDetails(ctx, { userId, where: sql`true`, limit: MAX_SHOWN });
  return details
    .filter(({ isCurrent }) => isCurrent)
    .flatMap((notice) =>
      sentencesOf([notice], String).map((text) => ({
        id: notice.id,
        kind: notice.kind,
        happenedAt: notice.happenedAt,
        text,
        mailed: notice.mailed,
      })),
    );
}

export async function readNoticeChoices(ctx: Ctx): Promise<Record<NoticeKind, boolean>> {
  const { userId } = requireUser(ctx);
  const [user] = await ctx.db.select({ muted: users.mutedNotices }).from(users).where(eq(users.id, userId));
  const muted = new Set(user?.muted);
  return Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, !muted.has(kind)])) as Record<NoticeKind, boolean>;
}

/** Returns false if nothing changed. */
export async function chooseNotice(
  ctx: Ctx,
  { kind, wanted }: { kind: NoticeKind; wanted: boolean },
): Promise<boolean> {
  const { userId } = requireUser(ctx);
  return inTransaction(ctx, async (tx) => {
    const own = eq(users.id, userId);
    const [user] = await tx.db
      .select({ name: users.name, muted: users.mutedNotices })
      .from(users)
      .where(own)
      .for("no key update");
    if (!user || user.muted.includes(kind) !== wanted) return false;
    const others = user.muted.filter((other) => other !== kind);
    await tx.db
      .update(users)
      .set({ mutedNotices: wanted ? others : [...others, kind] })
      .where(own);
    await recordAudit(tx, {
      brandId: null,
      action: "account.notice_chosen",
      target: { kind: "user", id: userId, label: user.name },
      diff: { [NOTICE_WORDS[kind].label]: [!wanted, wanted] },
    });
    return true;
  });
}

/**
 * A topic repeats after a day at the earliest, so an endpoint that fails for 200 brands makes one mail a day. New
 * managers and review comments repeat hourly; failed publishes and reviews are sent at once.
 */
export const isDue = (at: SQL, { toPeople }: { toPeople: boolean }): SQL => sql`n.told_at is null and not exists (
  select from notices t where ${toPeople ? sql`t.user_id = n.user_id` : sql`t.user_id is null`} and t.kind = n.kind
    and t.topic = n.topic
    and t.told_at > ${at} - case when n.kind in ('new_manager', 'review_commented') then interval '1 hour'
      when n.kind in ('publish_failed', 'review_requested', 'review_answered') then interval '0'
      else interval '24 hours' end)`;
