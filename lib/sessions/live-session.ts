import { and, eq, gt, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { hubSettings, sessions, users } from "@/db/schema";
import type { ActingSession, Ctx, SignedInActor } from "@/lib/kernel/context";
import { linkTokenHash } from "@/lib/kernel/link-token";
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

/** Nobody notes a use of a session more often than this, so that it never looks idle for having been noted late. */
const idleSince = ({ now, sessionIdleMs }: Pick<Ctx, "now" | "sessionIdleMs">): Date =>
  new Date(now.getTime() - Math.max(sessionIdleMs, 2 * SEEN_INTERVAL_MS));

/** A session that is neither revoked nor expired, nor, for a browser's, has rested too long. */
export const stillInForce = (ctx: Pick<Ctx, "now" | "sessionIdleMs">): SQL | undefined =>
  and(
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, ctx.now),
    ctx.sessionIdleMs > 0 ? or(ne(sessions.kind, "browser"), gt(sessions.lastSeenAt, idleSince(ctx))) : undefined,
  );

/** What must hold of a session's row for it to be in force, as a condition to join on: of this user, and `stillInForce`. */
export const inForce = (ctx: Pick<Ctx, "now" | "sessionIdleMs">, { sid, userId }: SessionKey): SQL | undefined =>
  and(eq(sessions.id, sid), eq(sessions.userId, userId), stillInForce(ctx));

/** What a session is and may do, while its row belongs to the user and is neither revoked nor expired; else null. One query; for who holds a token of it. */
export async function findSessionGrant(
  ctx: Ctx,
  session: SessionKey,
): Promise<Pick<ActingSession, "kind" | "scopes" | "strong"> | null> {
  const [grant] = await ctx.db
    .select({ kind: sessions.kind, scopes: sessions.scopes, strong: sessions.strong })
    .from(sessions)
    .where(inForce(ctx, session));
  return grant ?? null;
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
 * @param proof what the browser brings as proof of who uses it
 */
export async function findLiveSession(ctx: Ctx, claims: SessionClaims, proof?: string): Promise<LiveSession | null> {
  const { db, now } = ctx;
  const [row] = await db
    .select({
      kind: sessions.kind,
      scopes: sessions.scopes,
      provedAt: sessions.provedAt,
      proofHash: sessions.proofHash,
      strong: sessions.strong,
      twoStepOfAdmins: sql<boolean>`exists (select 1 from ${hubSettings} where ${hubSettings.twoStepOfAdmins})`,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
      name: users.name,
      email: users.email,
      hubAdmin: users.hubAdmin,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(inForce(ctx, { sid: claims.sid, userId: claims.sub }));
  if (!row) return null;
  const { kind, scopes, strong, proofHash, lastSeenAt, hubAdmin, twoStepOfAdmins, name, email, expiresAt } = row;
  if (now.getTime() - lastSeenAt.getTime() > SEEN_INTERVAL_MS) await markSeen(ctx, claims.sid);
  const brought = proof === undefined ? null : linkTokenHash(proof);
  const provedAt = brought !== null && brought === proofHash ? row.provedAt : null;
  const session = { sid: claims.sid, kind, scopes, authTimeSeconds: claims.auth_time, provedAt, strong };
  return { actor: { kind: "user", userId: claims.sub, hubAdmin, twoStepOfAdmins, session }, name, email, expiresAt };
}
