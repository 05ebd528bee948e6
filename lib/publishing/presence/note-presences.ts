import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { draftPresences, memberships } from "@/db/schema";
import type { EditingPage } from "./live-brand";
import type { Watched } from "./read-live";

export interface Seen extends Watched {
  page: EditingPage;
}

/** Notes that they are here, in one statement. Who was gone before `since` is here anew; who is no member is left out. */
export async function notePresences(
  db: Database,
  seen: readonly Seen[],
  { now, since }: { now: Date; since: Date },
): Promise<void> {
  const rows = seen.map(({ brandId, userId, page }) => ({ brand_id: brandId, user_id: userId, page }));
  const at = sql`${now.toISOString()}::timestamptz`;
  await db.execute(sql`
    insert into ${draftPresences} (brand_id, user_id, page, since, seen_at)
    select here.brand_id, here.user_id, here.page, ${at}, ${at}
    from json_to_recordset(${JSON.stringify(rows)}::json) as here(brand_id uuid, user_id uuid, page text)
    where exists (select from ${memberships} m where m.brand_id = here.brand_id and m.user_id = here.user_id)
    order by here.brand_id, here.user_id
    on conflict (brand_id, user_id) do update set page = excluded.page, seen_at = excluded.seen_at,
      since = case when draft_presences.seen_at < ${since.toISOString()}::timestamptz then excluded.since else draft_presences.since end`);
}

export async function dropLeft(db: Database, left: readonly Watched[]): Promise<void> {
  const theirs = left.map(({ brandId, userId }) =>
    and(eq(draftPresences.brandId, brandId), eq(draftPresences.userId, userId)),
  );
  await db.delete(draftPresences).where(
    and(
      inArray(
        draftPresences.brandId,
        left.map(({ brandId }) => brandId),
      ),
      or(...theirs),
    ),
  );
}
