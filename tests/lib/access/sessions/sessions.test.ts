import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { auditEntries, sessions, users } from "@/db/schema";
import {
  authenticateSessionToken,
  issueNamedSessionToken,
  issueSession,
  listSessions,
  revokeAllSessions,
  revokeSession,
  signSessionToken,
  whileSignedIn,
} from "@/lib/access/server";
import { openTestDatabase } from "@/tests/support/database";
import { ANONYMOUS, actingUser, context, createUser, NOW, signedInUser } from "@/tests/support/fixtures";

const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

const database = openTestDatabase();

async function signIn(values: Parameters<typeof createUser>[1] = {}) {
  const { db } = database;
  const user = await createUser(db, values);
  const source = { kind: "browser" } as const;
  const ctx = context(db, actingUser(user), NOW, { clientIp: "192.0.2.7" });
  const claims = await issueSession(ctx, { userId: user.id, source, userAgent: "curl/8.10.1" });
  return { user, claims, token: await signSessionToken(ctx, claims), ctx };
}

const authenticate = (token: string, now = NOW) =>
  authenticateSessionToken(context(database.db, ANONYMOUS, now), { token });
const row = async (sid: string) => (await database.db.select().from(sessions).where(eq(sessions.id, sid)))[0];

describe("a session", () => {
  it("lasts 30 days and is found by its token", async () => {
    const { user, claims, token } = await signIn({ hubAdmin: true, name: "Ada" });
    expect(await authenticate(token)).toEqual({
      actor: {
        kind: "user",
        userId: user.id,
        hubAdmin: true,
        session: {
          sid: claims.sid,
          kind: "browser",
          scopes: ["read", "write"],
          authTimeSeconds: Math.floor(NOW.getTime() / 1000),
          provedAt: null,
          strong: false,
        },
        adminsNeedTwoFactor: false,
      },
      name: "Ada",
      email: user.email,
      expiresAt: new Date(claims.exp * 1000),
    });
    expect(claims.exp - claims.iat).toBe(30 * 24 * 60 * 60);
    expect(await row(claims.sid)).toMatchObject({ kind: "browser", userAgent: "curl/8.10.1", clientIp: "192.0.2.7" });
  });

  it("stores a user agent of any length, shortened", async () => {
    const user = await createUser(database.db);
    const source = { kind: "browser" } as const;
    const ctx = context(database.db, ANONYMOUS);
    const { sid } = await issueSession(ctx, { userId: user.id, source, userAgent: "x".repeat(9000) });
    expect((await row(sid))?.userAgent).toHaveLength(400);
  });

  it("ends when its row expires, whatever the token says", async () => {
    const { claims, token } = await signIn();
    await database.db
      .update(sessions)
      .set({ expiresAt: later(60) })
      .where(eq(sessions.id, claims.sid));
    expect(await authenticate(token, later(59))).not.toBeNull();
    expect(await authenticate(token, later(60))).toBeNull();
  });

  it("ends when its user is deleted", async () => {
    const { user, token } = await signIn();
    await database.db.delete(users).where(eq(users.id, user.id));
    expect(await authenticate(token)).toBeNull();
  });

  it("cannot be opened by a token of another user", async () => {
    const { claims, ctx } = await signIn();
    const other = await createUser(database.db);
    expect(await authenticate(await signSessionToken(ctx, { ...claims, sub: other.id }))).toBeNull();
  });

  it("records its last use at most once a minute", async () => {
    const { claims, token } = await signIn();
    const seenAfter = async (seconds: number) => {
      await authenticate(token, later(seconds));
      return (await row(claims.sid))?.lastSeenAt;
    };
    expect(await seenAfter(60)).toEqual(NOW);
    expect(await seenAfter(61)).toEqual(later(61));
    expect(await seenAfter(100)).toEqual(later(61));
    expect(await seenAfter(90)).toEqual(later(61));
  });
});

describe("revokeSession", () => {
  it("ends the session at once, with an audit entry", async () => {
    const { claims, token, ctx } = await signIn();
    await revokeSession(ctx, { sid: claims.sid });
    expect(await authenticate(token)).toBeNull();
    const [entry] = await database.db.select().from(auditEntries).where(eq(auditEntries.targetId, claims.sid));
    expect(entry).toMatchObject({ action: "session.revoked", targetLabel: "curl 8", brandId: null });
  });

  it("answers not_found for another user's session or a revoked one", async () => {
    const mine = await signIn();
    const other = await signIn();
    await expect(revokeSession(other.ctx, { sid: mine.claims.sid })).rejects.toMatchObject({ code: "not_found" });
    expect(await authenticate(mine.token)).not.toBeNull();
    await revokeSession(mine.ctx, { sid: mine.claims.sid });
    await expect(revokeSession(mine.ctx, { sid: mine.claims.sid })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("revokeAllSessions", () => {
  it("ends all of the user's sessions and named tokens except the given one", async () => {
    const { user, claims, token, ctx } = await signIn();
    const named = await issueNamedSessionToken(ctx, { name: "Nightly export" });
    const bystander = await signIn();
    expect(await revokeAllSessions(ctx, { exceptSid: claims.sid })).toBe(1);
    expect(await authenticate(named.token)).toBeNull();
    expect(await authenticate(token)).not.toBeNull();
    expect(await revokeAllSessions(ctx)).toBe(1);
    expect(await authenticate(token)).toBeNull();
    expect(await authenticate(bystander.token)).not.toBeNull();
    const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.targetId, user.id));
    expect(entries.map((entry) => entry.action)).toEqual(["sessions.revoked", "sessions.revoked"]);
  });

  it("stops a download in progress and closes its source", async () => {
    const { user, claims, ctx } = await signIn();
    let cleaned = false;
    async function* file() {
      try {
        yield* ["one", "two", "three"];
      } finally {
        cleaned = true;
      }
    }
    const pieces = whileSignedIn({ ...ctx, actor: signedInUser(user, { sid: claims.sid }) }, file());
    expect(await pieces.next()).toEqual({ done: false, value: "one" });
    await revokeAllSessions(ctx);
    await expect(pieces.next()).rejects.toMatchObject({ code: "unauthorized" });
    expect(cleaned).toBe(true);
  });

  it("writes nothing when there is nothing to end", async () => {
    const user = await createUser(database.db);
    expect(await revokeAllSessions(context(database.db, actingUser(user)))).toBe(0);
    expect(await database.db.select().from(auditEntries).where(eq(auditEntries.actorId, user.id))).toEqual([]);
  });
});

describe("issueNamedSessionToken", () => {
  it("returns a token that works like a session, listed by name and audited, and stores no copy", async () => {
    const { user, ctx } = await signIn();
    const issued = await issueNamedSessionToken(ctx, { name: "  Nightly export " });
    expect(await authenticate(issued.token)).toMatchObject({
      actor: { userId: user.id, session: { sid: issued.sid } },
    });
    const listed = (await listSessions(ctx)).find((session) => session.sid === issued.sid);
    expect(listed).toMatchObject({ kind: "token", name: "Nightly export", expiresAt: issued.expiresAt });
    const [entry] = await database.db.select().from(auditEntries).where(eq(auditEntries.targetId, issued.sid));
    expect(entry).toMatchObject({ action: "session_token.issued", targetLabel: "Nightly export", actorId: user.id });
    expect(JSON.stringify([entry, await row(issued.sid)])).not.toContain(issued.token);
  });

  it.each(["", "   ", "x".repeat(101)])("refuses the name %j", async (name) => {
    const { ctx } = await signIn();
    await expect(issueNamedSessionToken(ctx, { name })).rejects.toMatchObject({
      code: "bad_request",
      field: "name",
    });
  });
});

describe("listSessions", () => {
  it("lists the user's active sessions, last seen first", async () => {
    const first = await signIn();
    const source = { kind: "browser" } as const;
    const open = (now: Date) => issueSession({ ...first.ctx, now }, { userId: first.user.id, source });
    const second = await open(later(10));
    const revoked = await open(later(20));
    await revokeSession(first.ctx, { sid: revoked.sid });
    await signIn();
    const listed = await listSessions({ ...first.ctx, now: later(30) });
    expect(listed.map((session) => session.sid)).toEqual([second.sid, first.claims.sid]);
    expect(await listSessions({ ...first.ctx, now: later(31 * 24 * 60 * 60) })).toEqual([]);
  });
});
