import { sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import type { Ctx } from "@/lib/kernel/context";

interface Batch {
  /** What ended before this moment. */
  before: Date;
  atMost: number;
}

/** When a session ended: signed out or expired, whichever came first. As the index has it. */
const ENDED = sql`least(revoked_at, expires_at)`;

/** Forgets sessions that ended long ago, but for the last of each person, by which it is known when they were here; that one loses address and browser. */
export async function forgetSessions({ db }: Ctx, { before, atMost }: Batch): Promise<number> {
  const gone = await rowsOf(
    db,
    sql`
    delete from sessions where id = any(array(
      select s.id from sessions s
      where ${ENDED} < ${before.toISOString()}::timestamptz and exists (
        select 1 from sessions n where n.user_id = s.user_id and (n.last_seen_at, n.id) > (s.last_seen_at, s.id))
      order by ${ENDED} limit ${atMost} for update skip locked))
    returning 1`,
  );
  const blank = await rowsOf(
    db,
    sql`
    update sessions set address = null, user_agent = null where id = any(array(
      select id from sessions where ${ENDED} < ${before.toISOString()}::timestamptz and (address is not null or user_agent is not null)
      order by ${ENDED} limit ${atMost} for update skip locked))
    returning 1`,
  );
  return gone.length + blank.length;
}

/** Forgets invitations that were accepted, revoked or expired long ago, and with them the emails that they went to. */
export async function forgetInvitations({ db }: Ctx, { before, atMost }: Batch): Promise<number> {
  const gone = await rowsOf(
    db,
    sql`
    delete from invitations where id = any(array(
      select id from invitations where least(accepted_at, revoked_at, expires_at) < ${before.toISOString()}::timestamptz
      order by least(accepted_at, revoked_at, expires_at) limit ${atMost} for update skip locked))
    returning 1`,
  );
  return gone.length;
}

/** Forgets links by which credentials of tools were handed over, long after they ended. What they did stands in the log. */
export async function forgetHandOvers({ db }: Ctx, { before, atMost }: Batch): Promise<number> {
  const gone = await rowsOf(
    db,
    sql`
    delete from hand_overs where id = any(array(
      select id from hand_overs where expires_at < ${before.toISOString()}::timestamptz
      order by expires_at limit ${atMost} for update skip locked))
    returning 1`,
  );
  return gone.length;
}
