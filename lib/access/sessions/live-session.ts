import { and, desc, eq, gt, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { batchedLookup } from "@/db/hot-path/batched-lookup";
import { pick } from "@/db/pick";
import { drafts, hubSettings, sessions, users } from "@/db/schema";
import { isoText } from "@/lib/platform/clock";
import { type ActingSession, inTransaction, requireUser, type SignedInActor } from "@/lib/platform/context";
import { diskFullOf } from "@/lib/platform/disk-space";
import { Unauthorized } from "@/lib/platform/errors";
import { linkTokenHash, newLinkToken } from "@/lib/platform/key-format";
import { log } from "@/lib/platform/log";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { describeUserAgent } from "./describe-user-agent";
import type { SessionClaims } from "./issue-session";

const SEEN_INTERVAL_MS = 60_000;

interface SessionKey {
  sid: string;
  userId: string;
}

/** An active session, with the user's details for pages. */
export interface LiveSession {
  actor: SignedInActor;
  name: string;
  email: string;
  expiresAt: Date;
}

/** At least twice the update interval, so that a late update never makes a session look idle. */
const idleLimit = ({ now, sessionIdleMs }: Pick<Ctx, "now" | "sessionIdleMs">): Date =>
  new Date(now.getTime() - Math.max(sessionIdleMs, 2 * SEEN_INTERVAL_MS));

/** Named tokens have no idle timeout. */
const activeAt = (now: Date | SQL, idleSince: Date | SQL | undefined): SQL | undefined =>
  and(
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, now),
    idleSince && or(ne(sessions.kind, "browser"), gt(sessions.lastSeenAt, idleSince)),
  );

export const isActiveSession = (ctx: Pick<Ctx, "now" | "sessionIdleMs">): SQL | undefined =>
  activeAt(ctx.now, ctx.sessionIdleMs > 0 ? idleLimit(ctx) : undefined);

export const SESSION_PARAMS = { sid: "uuid", owner: "uuid", now: "timestamptz", rested: "timestamptz" } as const;

export const sessionParams = (ctx: Ctx, { sid, userId }: SessionKey) => ({
  sid,
  owner: userId,
  now: isoText(ctx.now),
  rested: ctx.sessionIdleMs > 0 ? idleLimit(ctx).toISOString() : null,
});

export const ACTIVE_SESSION_CONDITION = and(
  eq(sessions.id, sql`input.sid`),
  eq(sessions.userId, sql`input.owner`),
  activeAt(sql`input.now`, sql`coalesce(input.rested, '-infinity')`),
);

const findGrant = batchedLookup<Pick<ActingSession, "kind" | "scopes" | "strong">, typeof SESSION_PARAMS>(
  "session_grant",
  SESSION_PARAMS,
  sql`select kind, scopes, strong from ${sessions} where ${ACTIVE_SESSION_CONDITION}`,
);

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

/** From `sessions` joined with `users`. */
export const SESSION_COLUMNS = sql`${sessions.kind}, scopes, strong, proof_hash, ${ms(sessions.provedAt)} as proved_ms, ${ms(sessions.lastSeenAt)} as seen_ms,
      ${ms(sessions.expiresAt)} as expires_ms, ${users.name}, ${users.email}, hub_admin,
      exists (select 1 from ${hubSettings} where ${hubSettings.adminsNeedTwoFactor}) as two_step_of_admins`;

export const FROM_ACTIVE_SESSION = sql`from ${sessions} join ${users} on ${users.id} = ${sessions.userId} where ${ACTIVE_SESSION_CONDITION}`;

const findSession = batchedLookup<SessionRow, typeof SESSION_PARAMS>(
  "session",
  SESSION_PARAMS,
  sql`select ${SESSION_COLUMNS} ${FROM_ACTIVE_SESSION}`,
);

/** A condition to join on. */
const isOwnActiveSession = (ctx: Pick<Ctx, "now" | "sessionIdleMs">, { sid, userId }: SessionKey): SQL | undefined =>
  and(eq(sessions.id, sid), eq(sessions.userId, userId), isActiveSession(ctx));

/** Returns null if the session has ended. One query, for holders of one of its tokens. */
export async function findSessionGrant(
  ctx: Ctx,
  session: SessionKey,
): Promise<Pick<ActingSession, "kind" | "scopes" | "strong"> | null> {
  const [grant] = await findGrant(ctx.db, sessionParams(ctx, session));
  return grant ? { kind: grant.kind, scopes: grant.scopes, strong: grant.strong } : null;
}

/** A failed update must not lock the user out. */
async function markSeen({ db, now }: Ctx, sid: string): Promise<void> {
  const due = new Date(now.getTime() - SEEN_INTERVAL_MS);
  try {
    await db
      .update(sessions)
      .set({ lastSeenAt: now })
      .where(and(eq(sessions.id, sid), lt(sessions.lastSeenAt, due)));
  } catch (error) {
    if (!diskFullOf(error)) log.warn({ err: error }, "session last-seen update failed");
  }
}

/**
 * Returns null unless the session belongs to `sub` and is active. One query, and at most once a minute an update of its
 * last use.
 * @param proof the browser's re-authentication token
 */
export async function findLiveSession(ctx: Ctx, claims: SessionClaims, proof?: string): Promise<LiveSession | null> {
  const [row] = await findSession(ctx.db, sessionParams(ctx, { sid: claims.sid, userId: claims.sub }));
  return row ? liveSessionOf(ctx, { row, claims, proof }) : null;
}

/** Updates the last use when due. The caller has verified the claims. */
export async function liveSessionOf(
  ctx: Ctx,
  { row, claims, proof }: { row: SessionRow; claims: SessionClaims; proof?: string },
): Promise<LiveSession> {
  const { kind, scopes, strong, proof_hash, proved_ms, seen_ms, hub_admin, two_step_of_admins, name, email } = row;
  if (ctx.now.getTime() - seen_ms > SEEN_INTERVAL_MS) await markSeen(ctx, claims.sid);
  const proofHash = proof === undefined ? null : linkTokenHash(proof);
  const provedAt = proofHash !== null && proofHash === proof_hash && proved_ms !== null ? new Date(proved_ms) : null;
  const session = { sid: claims.sid, kind, scopes, authTimeSeconds: claims.auth_time, provedAt, strong };
  const actor = {
    kind: "user" as const,
    userId: claims.sub,
    hubAdmin: hub_admin,
    adminsNeedTwoFactor: two_step_of_admins,
    session,
  };
  return { actor, name, email, expiresAt: new Date(row.expires_ms) };
}

/** Commands have no session and pass. @throws Unauthorized */
async function requireLiveSession(ctx: Ctx): Promise<void> {
  const { userId, session } = requireUser(ctx);
  if (session && (await ctx.db.$count(sessions, isOwnActiveSession(ctx, { sid: session.sid, userId }))) === 0)
    throw new Unauthorized("Your session has ended. Sign in and try again.");
}

/** Stops a slow download after a sign-out. @throws Unauthorized */
export async function* whileSignedIn<Piece>(ctx: Ctx, pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    await requireLiveSession(ctx);
    yield piece;
  }
}

/**
 * Checks the acting user's session and makes its end wait for the transaction. For what outlives a session, such as a
 * factor or named token: recovering an account must leave nothing behind. Commands pass.
 * @throws Unauthorized
 */
export async function holdSession(ctx: Ctx): Promise<void> {
  const { userId, session } = requireUser(ctx);
  if (!session) return;
  await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("share");
  await requireLiveSession(ctx);
}

/** Call it in the transaction that verified the factor. */
export async function strengthenSession(ctx: Ctx): Promise<void> {
  const { session } = requireUser(ctx);
  if (session) await ctx.db.update(sessions).set({ strong: true }).where(eq(sessions.id, session.sid));
}

/** After the last factor is gone, a password alone opened every session and schedule. Call it in that transaction. */
export async function weakenSessions({ db }: Ctx, { userId }: { userId: string }): Promise<void> {
  await db.update(sessions).set({ strong: false }).where(eq(sessions.userId, userId));
  await db.update(drafts).set({ publishStrong: false }).where(eq(drafts.userId, userId));
}

/** They used less than is now required. */
export async function voidReauthentications(ctx: Ctx): Promise<void> {
  const { userId, session } = requireUser(ctx);
  const others = session && ne(sessions.id, session.sid);
  await ctx.db
    .update(sessions)
    .set({ proofHash: null })
    .where(and(eq(sessions.userId, userId), others));
}

/**
 * Returns a token for this browser's cookie, so a copied session cookie gains nothing. The caller has verified the
 * user.
 * @throws Unauthorized if the session has ended
 */
export async function recordReauthentication(
  ctx: Ctx<SignedInActor>,
  { strong }: { strong: boolean },
): Promise<string> {
  const { userId, session } = ctx.actor;
  const { token: proof, tokenHash: proofHash } = newLinkToken();
  await inTransaction(ctx, async (inTx) => {
    const [renewed] = await inTx.db
      .update(sessions)
      .set({ provedAt: ctx.now, proofHash, ...(strong && { strong }) })
      .where(and(isOwnActiveSession(ctx, { sid: session.sid, userId }), eq(sessions.kind, "browser")))
      .returning({ userAgent: sessions.userAgent });
    if (!renewed) throw new Unauthorized("Your session has ended. Sign in and try again.");
    const target = { kind: "session", id: session.sid, label: describeUserAgent(renewed.userAgent) };
    await recordAudit(inTx, { brandId: null, action: "session.proved", target });
  });
  return proof;
}

export type SessionSummary = Awaited<ReturnType<typeof listSessions>>[number];

/** Active ones, last seen first. */
export async function listSessions(ctx: Ctx) {
  const { userId } = requireUser(ctx);
  const rows = await ctx.db
    .select({
      sid: sessions.id,
      ...pick(sessions, "kind", "name", "scopes", "userAgent", "newBrowser", "clientIp"),
      ...pick(sessions, "createdAt", "lastSeenAt", "expiresAt"),
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isActiveSession(ctx)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
  return rows.map((row) => ({ ...row, place: ctx.geoip.of(row.clientIp) }));
}
