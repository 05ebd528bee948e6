import { and, eq, gt, isNull, type SQL } from "drizzle-orm";
import { sessions } from "@/db/schema";

/** What must hold of a session's row for it to be in force, as a condition to join on: of this user, not revoked, not expired. */
export const inForce = (session: { sid: string; userId: string }, now: Date): SQL | undefined =>
  and(
    eq(sessions.id, session.sid),
    eq(sessions.userId, session.userId),
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, now),
  );
