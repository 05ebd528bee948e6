import { and, eq, gt, isNull, lt, type SQL } from "drizzle-orm";
import { sessions, users } from "@/db/schema";
import type { Ctx, SignedInActor } from "@/lib/kernel/context";
import { log } from "@/lib/kernel/log";
import type { SessionClaims } from "./session-token";

const SEEN_INTERVAL_MS = 60_000;

/** Names a session and whose it is to be. */
export interface SessionKey {
  sid: string;
  userId: string;
}

/** A session that is in force: its user as an actor, and what a page shows of them. */
export interface LiveSession {
  actor: SignedInActor;
  name: string;
  email: string;
  expiresAt: Date;
}

/** What must hold of a session's row for it to be in force, as a condition to join on: of this user, not revoked, not expired. */
export const inForce = ({ sid, userId }: SessionKey, now: Date): SQL | undefined =>
  and(eq(sessions.id, sid), eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now));

/** True while the session's row belongs to the user and is neither revoked nor expired. One query; for who holds a token of it. */
export async function isSessionLive({ db, now }: Ctx, session: SessionKey): Promise<boolean> {
  const rows = await db.select({ id: sessions.id }).from(sessions).where(inForce(session, now));
  return rows.length > 0;
}

/** A session that can't be marked as seen is no reason to turn its user away. */
async function markSeen({ db, now }: Ctx, sid: string): Promise<void> {
  const due = new Date(now.getTime() - SEEN_INTERVAL_MS);
  try {
    await db
      .update(sessions)
      .set({ lastSeenAt: now })
      .where(and(eq(sessions.id, sid), lt(sessions.lastSeenAt, due)));
  } catch (error) {
    log.warn({ err: error }, "a session could not be marked as seen");
  }
}

/**
 * The session behind verified claims, or null unless its row exists, belongs to `sub`, is not revoked and not expired.
 * One query, and at most once a minute a second one that writes when it was last seen.
 */
export async function findLiveSession(ctx: Ctx, claims: SessionClaims): Promise<LiveSession | null> {
  const { db, now } = ctx;
  const [row] = await db
    .select({
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
      name: users.name,
      email: users.email,
      hubAdmin: users.hubAdmin,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(inForce({ sid: claims.sid, userId: claims.sub }, now));
  if (!row) return null;
  const { lastSeenAt, hubAdmin, ...shown } = row;
  if (now.getTime() - lastSeenAt.getTime() > SEEN_INTERVAL_MS) await markSeen(ctx, claims.sid);
  const session = { sid: claims.sid, authTimeSeconds: claims.auth_time };
  return { actor: { kind: "user", userId: claims.sub, hubAdmin, session }, ...shown };
}
