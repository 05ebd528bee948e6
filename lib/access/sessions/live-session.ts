import { and, eq, gt, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { batchedLookup } from "@/db/hot-path/batched-lookup";
import { hubSettings, sessions, users } from "@/db/schema";
import type { ActingSession, SignedInActor } from "@/lib/platform/context";
import { isoText } from "@/lib/platform/describe-error";
import { noRoomOf } from "@/lib/platform/disk-space";
import { linkTokenHash } from "@/lib/platform/key-format";
import { log } from "@/lib/platform/log";
import type { Ctx } from "../context";
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

/** A session that is neither revoked nor expired, nor, for a browser's, has rested since then. */
const inForceAt = (now: Date | SQL, rested: Date | SQL | undefined): SQL | undefined =>
  and(
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, now),
    rested && or(ne(sessions.kind, "browser"), gt(sessions.lastSeenAt, rested)),
  );

/** The same as things stand for whoever asks now. */
export const stillInForce = (ctx: Pick<Ctx, "now" | "sessionIdleMs">): SQL | undefined =>
  inForceAt(ctx.now, ctx.sessionIdleMs > 0 ? idleSince(ctx) : undefined);

/** What a session is looked up by. */
export const SESSION_GIVEN = { sid: "uuid", owner: "uuid", now: "timestamptz", rested: "timestamptz" } as const;

/** The values of `SESSION_GIVEN` for a session as things stand now. */
export const sessionQuestion = (ctx: Ctx, { sid, userId }: SessionKey) => ({
  sid,
  owner: userId,
  now: isoText(ctx.now),
  rested: ctx.sessionIdleMs > 0 ? idleSince(ctx).toISOString() : null,
});

/** `inForce` of the session that is looked up. */
export const ASKED_IN_FORCE = and(
  eq(sessions.id, sql`asked.sid`),
  eq(sessions.userId, sql`asked.owner`),
  inForceAt(sql`asked.now`, sql`coalesce(asked.rested, '-infinity')`),
);

const findGrant = batchedLookup<Pick<ActingSession, "kind" | "scopes" | "strong">, typeof SESSION_GIVEN>(
  "session_grant",
  SESSION_GIVEN,
  sql`select kind, scopes, strong from ${sessions} where ${ASKED_IN_FORCE}`,
);

/** What `findLiveSession` reads of a session: the columns of `SESSION_COLUMNS`. */
export interface SessionRow extends Pick<ActingSession, "kind" | "scopes" | "strong"> {
  proved_ms: number | null;
  proof_hash: string | null;
  two_step_of_admins: boolean;
  seen_ms: number;
  expires_ms: number;
  name: string;
  email: string;
  hub_admin: boolean;
}

const ms = (column: AnyPgColumn): SQL => sql`(extract(epoch from ${column}) * 1000)::float8`;

/** Of `sessions` with its `users`. */
export const SESSION_COLUMNS = sql`${sessions.kind}, scopes, strong, proof_hash, ${ms(sessions.provedAt)} as proved_ms, ${ms(sessions.lastSeenAt)} as seen_ms,
      ${ms(sessions.expiresAt)} as expires_ms, ${users.name}, ${users.email}, hub_admin,
      exists (select 1 from ${hubSettings} where ${hubSettings.twoStepOfAdmins}) as two_step_of_admins`;

/** The session that is asked for, while it is in force. */
export const ASKED_SESSION = sql`from ${sessions} join ${users} on ${users.id} = ${sessions.userId} where ${ASKED_IN_FORCE}`;

const findSession = batchedLookup<SessionRow, typeof SESSION_GIVEN>(
  "session",
  SESSION_GIVEN,
  sql`select ${SESSION_COLUMNS} ${ASKED_SESSION}`,
);

/** What must hold of a session's row for it to be in force, as a condition to join on: of this user, and `stillInForce`. */
export const inForce = (ctx: Pick<Ctx, "now" | "sessionIdleMs">, { sid, userId }: SessionKey): SQL | undefined =>
  and(eq(sessions.id, sid), eq(sessions.userId, userId), stillInForce(ctx));

/** What a session is and may do, while its row belongs to the user and is neither revoked nor expired; else null. One query; for who holds a token of it. */
export async function findSessionGrant(
  ctx: Ctx,
  session: SessionKey,
): Promise<Pick<ActingSession, "kind" | "scopes" | "strong"> | null> {
  const [grant] = await findGrant(ctx.db, sessionQuestion(ctx, session));
  return grant ? { kind: grant.kind, scopes: grant.scopes, strong: grant.strong } : null;
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
    if (!noRoomOf(error)) log.warn({ err: error }, "a session could not be marked as seen");
  }
}

/**
 * The session behind verified claims, or null unless its row exists, belongs to `sub`, is not revoked and not expired.
 * One query, and at most once a minute a second one that writes when it was last seen.
 * @param proof what the browser brings as proof of who uses it
 */
export async function findLiveSession(ctx: Ctx, claims: SessionClaims, proof?: string): Promise<LiveSession | null> {
  const [row] = await findSession(ctx.db, sessionQuestion(ctx, { sid: claims.sid, userId: claims.sub }));
  return row ? liveSessionOf(ctx, { row, claims, proof }) : null;
}

/** The live session of a row that was found for verified claims; marks it as seen where that is due. */
export async function liveSessionOf(
  ctx: Ctx,
  { row, claims, proof }: { row: SessionRow; claims: SessionClaims; proof?: string },
): Promise<LiveSession> {
  const { kind, scopes, strong, proof_hash, proved_ms, seen_ms, hub_admin, two_step_of_admins, name, email } = row;
  if (ctx.now.getTime() - seen_ms > SEEN_INTERVAL_MS) await markSeen(ctx, claims.sid);
  const brought = proof === undefined ? null : linkTokenHash(proof);
  const provedAt = brought !== null && brought === proof_hash && proved_ms !== null ? new Date(proved_ms) : null;
  const session = { sid: claims.sid, kind, scopes, authTimeSeconds: claims.auth_time, provedAt, strong };
  const actor = {
    kind: "user" as const,
    userId: claims.sub,
    hubAdmin: hub_admin,
    twoStepOfAdmins: two_step_of_admins,
    session,
  };
  return { actor, name, email, expiresAt: new Date(row.expires_ms) };
}
