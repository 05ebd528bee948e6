import { type SQL, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import type { Role } from "@/lib/contract";
import type { Ctx } from "../context";
import { ALSO_FOR_HUB_ADMINS, MEMBERS_ONLY } from "./find-notices";
import type { NoticeKind } from "./notice-words";

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

interface Row {
  id: string;
  kind: NoticeKind;
  topic: string;
  happened_at: string;
  told_at: string | null;
  mailed: boolean;
  brand_name: string | null;
  brand_slug: string | null;
  tool_slug: string | null;
  tool_name: string | null;
  off_reason: string | null;
  credential_kind: string | null;
  key_name: string | null;
  key_last_four: string | null;
  key_expires_at: string | null;
  manager_name: string | null;
  manager_role: Role | null;
  failure: string | null;
  actor_name: string | null;
  action: string | null;
  is_member: boolean;
  can_see: boolean;
  still_applies: boolean;
}

const STILL_APPLIES = sql.raw(`case n.kind
  when 'endpoint_failing' then s.enabled and s.failing_since = n.happened_at
  when 'endpoint_off' then not s.enabled and s.disabled_at = n.happened_at
  when 'key_expiring' then k.revoked_at is null and k.replaced_by is null
  when 'credential_expiring' then c.revoked_at is null and c.replaced_by is null
  when 'publish_failed' then exists (select from drafts d
    where d.brand_id = n.brand_id and d.publish_failed_at = n.happened_at)
  when 'review_requested' then exists (select from reviews r where r.id::text = e.target_id)
  when 'review_answered' then exists (select from reviews r where r.id::text = e.target_id)
  when 'review_commented' then exists (select from reviews r where r.id::text = e.target_id)
  else e.id is not null end`);

/**
 * Notifications `n` of one user (null: the operator) that match `where`, newest first.
 * @param lock also locks them until the transaction ends
 */
export async function readNoticeDetails(
  { db }: Ctx,
  { userId, where, limit, lock = false }: { userId: string | null; where: SQL; limit: number; lock?: boolean },
): Promise<NoticeDetails[]> {
  const kinds = sql.param([...ALSO_FOR_HUB_ADMINS]);
  const membersOnly = sql.param(["publish_failed", ...MEMBERS_ONLY]);
  const rows = await rowsOf<Row>(
    db,
    sql`
    select n.id, n.kind, n.topic, n.tool_slug, n.happened_at, n.told_at, n.mailed, b.name as brand_name,
      b.slug as brand_slug,
      t.name as tool_name, s.disabled_reason as off_reason,
      coalesce(k.name, c.name) as key_name, coalesce(k.last_four, c.last_four) as key_last_four,
        coalesce(k.expires_at, c.expires_at) as key_expires_at,
      c.kind as credential_kind,
      e.target_label as manager_name, e.diff -> 'role' ->> 1 as manager_role, e.diff -> 'reason' ->> 1 as failure,
      e.actor_label as actor_name, e.action,
      m.role is not null as is_member,
      b.archived_at is null and (n.user_id is null or (u.deactivated_at is null and not (n.kind = any(u.muted_notices))
        and (coalesce(
          m.role in ('owner', 'admin') or (n.kind = any(${membersOnly}::text[]) and m.role is not null), false
        ) or (u.hub_admin and n.kind = any(${kinds}::text[]))))) as can_see,
      coalesce(${STILL_APPLIES}, false) as still_applies
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
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    topic: row.topic,
    happenedAt: new Date(row.happened_at),
    toldAt: row.told_at === null ? null : new Date(row.told_at),
    mailed: row.mailed,
    brand: row.brand_name === null || row.brand_slug === null ? null : { name: row.brand_name, slug: row.brand_slug },
    isMember: row.is_member,
    tool:
      row.tool_name === null || row.tool_slug === null
        ? null
        : { slug: row.tool_slug, name: row.tool_name, host: row.topic.split(" ")[1] ?? "", offReason: row.off_reason },
    key:
      row.key_name === null || row.key_last_four === null || row.key_expires_at === null
        ? null
        : {
            name: row.key_name,
            lastFour: row.key_last_four,
            expiresAt: new Date(row.key_expires_at),
            isSecret: row.credential_kind === "signing_secret",
          },
    manager:
      row.manager_name === null || row.manager_role === null || row.kind !== "new_manager"
        ? null
        : { name: row.manager_name, role: row.manager_role },
    failure: row.failure,
    review:
      row.actor_name !== null && row.action !== null && MEMBERS_ONLY.includes(row.kind)
        ? { by: row.actor_name, action: row.action }
        : null,
    isCurrent: row.can_see && row.still_applies,
  }));
}
