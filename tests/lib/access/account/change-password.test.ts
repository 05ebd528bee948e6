import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEntries, users } from "@/db/schema";
import {
  changePassword,
  hashPassword,
  issueNamedSessionToken,
  issueSession,
  listSessions,
  settleFailedLoginAudits,
  verifyPassword,
} from "@/lib/access/server";
import { openTestDatabase } from "@/tests/support/database";
import { actingUser, context, createUser } from "@/tests/support/fixtures";

const CURRENT = "a few plain words";
const NEXT = "four other words together";

const database = openTestDatabase();
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(CURRENT);
});

async function person(values: Parameters<typeof createUser>[1] = { passwordHash }) {
  const user = await createUser(database.db, values);
  const ctx = context(database.db, actingUser(user));
  const open = () => issueSession(ctx, { userId: user.id, source: { kind: "browser" } });
  const here = await open();
  await open();
  const named = await issueNamedSessionToken(ctx, { name: "Nightly export" });
  return { user, ctx, sid: here.sid, token: named.sid };
}
let me: Awaited<ReturnType<typeof person>>;
beforeEach(async () => {
  me = await person();
});

const change = (values: Partial<{ current: string; password: string; revokeTokens: boolean }> = {}) =>
  changePassword(me.ctx, { current: CURRENT, password: NEXT, sid: me.sid, revokeTokens: false, ...values });
const openSessions = async () => (await listSessions(me.ctx)).map(({ sid }) => sid);
const storedHash = async () => {
  const [row] = await database.db.select().from(users).where(eq(users.id, me.user.id));
  return row?.passwordHash ?? null;
};
const actions = async () => {
  const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.targetId, me.user.id));
  return entries.map(({ action }) => action);
};

describe("changePassword", () => {
  it("ends other browser sessions, and keeps this one and named tokens", async () => {
    const outsider = await person();
    await change();
    expect(await verifyPassword(NEXT, await storedHash())).toBe(true);
    expect((await openSessions()).sort()).toEqual([me.sid, me.token].sort());
    expect(await actions()).toEqual(expect.arrayContaining(["account.password_changed", "sessions.revoked"]));
    expect(await listSessions(outsider.ctx)).toHaveLength(3);
  });

  it("revokes named tokens too unless the user unticks that", async () => {
    await change({ revokeTokens: true });
    expect(await openSessions()).toEqual([me.sid]);
  });

  it("lets a user without a password set a first one, under the same rules", async () => {
    me = await person({});
    await change({ current: "" });
    expect(await verifyPassword(NEXT, await storedHash())).toBe(true);
    expect((await openSessions()).sort()).toEqual([me.sid, me.token].sort());
  });

  it.each([
    ["current", { current: "not the password" }, ["account.proof_failed"]],
    ["password", { password: "short" }, []],
  ])("changes nothing when %s is refused", async (field, values, audited) => {
    await expect(change(values)).rejects.toMatchObject({ code: "bad_request", field });
    expect(await storedHash()).toBe(passwordHash);
    expect(await openSessions()).toHaveLength(3);
    await settleFailedLoginAudits();
    expect(await actions()).toEqual(audited);
  });

  it("accepts only one of two concurrent changes", async () => {
    const outcomes = await Promise.allSettled([change(), change({ password: "yet another few words" })]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await actions()).filter((action) => action === "account.password_changed")).toHaveLength(1);
  });
});
