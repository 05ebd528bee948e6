import { and, eq, lt } from "drizzle-orm";
import type { Database } from "@/db/client";
import { sessions, users } from "@/db/schema";
import type { Ctx, SignedInActor } from "@/lib/kernel/context";
import { log } from "@/lib/kernel/log";
import { inForce } from "./in-force";
import type { SessionClaims } from "./session-claims";

const SEEN_INTERVAL_MS = 60_000;

/** A session that is in force: its user as an actor, and what a page shows of them. */
export interface LiveSession {
  actor: SignedInActor;
  name: string;
  email: string;
  expiresAt: Date;
}

/** A session that can't be marked as seen is no reason to turn its user away. */
async function markSeen(db: Database, sid: string, now: Date): Promise<void> {
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
export async function findLiveSession({ db, now }: Ctx, claims: SessionClaims): Promise<LiveSession | null> {
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
  if (now.getTime() - lastSeenAt.getTime() > SEEN_INTERVAL_MS) await markSeen(db, claims.sid, now);
  const session = { sid: claims.sid, authTimeSeconds: claims.auth_time };
  return { actor: { kind: "user", userId: claims.sub, hubAdmin, session }, ...shown };
}
