import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { accountLinks, accounts, auditEntries, users } from "@/db/schema";
import {
  changeEmail,
  changePassword,
  findAccountLink,
  hashPassword,
  issueNamedSessionToken,
  issueSession,
  listSessions,
  makeResetLink,
  requestEmailChange,
  requestEmailVerification,
  requestPasswordReset,
  resetPassword,
  signInWithPassword,
  signInWithProvider,
  undoEmailChange,
  verifyEmail,
} from "@/lib/access/server";
import { log } from "@/lib/platform/log";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "../support/database";
import { ANONYMOUS, actingUser, context, createUser, NOW, SYSTEM } from "../support/fixtures";
import { tokenIn, withMail } from "../support/mailed";

log.level = "silent";
const OLD = "a few plain words";
const NEW = "ferry tulip brass onion";
const HOUR_MS = 60 * 60_000;
const later = (ms: number) => new Date(NOW.getTime() + ms);

const database = openTestDatabase();
let oldHash: string;
beforeAll(async () => {
  oldHash = await hashPassword(OLD);
});

let counter = 0;
async function scene() {
  counter += 1;
  const { db } = database;
  const hub = withMail(context(db, ANONYMOUS, NOW, { clientIp: `192.0.2.${counter}` }));
  const user = await createUser(db, { email: `person-${counter}@example.net`, passwordHash: oldHash });
  const as = (who: { id: string } = user, now = NOW): Ctx => ({ ...hub.ctx, actor: actingUser(who), now });
  const row = async () => (await db.select().from(users).where(eq(users.id, user.id)))[0];
  const linkTo = async (email: string, path: string) =>
    tokenIn((await hub.mailed(email)).findLast(({ text }) => text.includes(path))?.text, path);
  const signsIn = async (email: string, password: string) =>
    (await signInWithPassword(context(db, ANONYMOUS), { email, password })).signedIn;
  const actions = async () =>
    (await db.select().from(auditEntries).where(eq(auditEntries.targetId, user.id))).map(({ action }) => action);
  return { ...hub, db, user, as, row, linkTo, signsIn, actions };
}
let at: Awaited<ReturnType<typeof scene>>;
beforeEach(async () => {
  at = await scene();
});

async function resetLink() {
  await requestPasswordReset(at.ctx, { email: at.user.email.toUpperCase() });
  return at.linkTo(at.user.email, "/reset-password");
}

describe("a password reset link", () => {
  it("sets the password, verifies the email, ends every session and named token, and notifies by mail", async () => {
    const source = { userId: at.user.id, source: { kind: "browser" } } as const;
    await issueSession(context(at.db, ANONYMOUS), source);
    await issueNamedSessionToken(at.as(), { name: "back door", scopes: ["read", "write"] });
    const token = await resetLink();
    expect(await resetPassword(at.ctx, { token, password: NEW })).toEqual({ email: at.user.email, userId: at.user.id });
    expect([await at.signsIn(at.user.email, OLD), await at.signsIn(at.user.email, NEW)]).toEqual([false, true]);
    expect(await at.row()).toMatchObject({ emailVerifiedAt: NOW });
    expect(await listSessions(at.as())).toEqual([]);
    expect((await at.mailed(at.user.email)).map(({ subject }) => subject)).toEqual([
      "Set a new password",
      "Your password was changed",
    ]);
    expect(await at.actions()).toEqual(expect.arrayContaining(["account.password_reset", "sessions.revoked"]));
  });

  it("works once and voids the account's other reset links", async () => {
    const [first, second] = [await resetLink(), await resetLink()];
    expect(first).not.toBe(second);
    const both = await Promise.allSettled(
      [first, second].map((token) => resetPassword(at.ctx, { token, password: NEW })),
    );
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const token of [first, second])
      await expect(resetPassword(at.ctx, { token, password: NEW })).rejects.toMatchObject({ code: "bad_request" });
  });

  it("stays valid after its page was opened or a password was refused", async () => {
    const token = await resetLink();
    for (let look = 0; look < 3; look += 1)
      expect(await findAccountLink(at.ctx, { kind: "reset_password", token })).not.toBeNull();
    await expect(resetPassword(at.ctx, { token, password: "password1234" })).rejects.toMatchObject({
      field: "password",
    });
    await resetPassword(at.ctx, { token, password: NEW });
  });

  it("stops working after an hour", async () => {
    const token = await resetLink();
    const late = { ...at.ctx, now: later(HOUR_MS) };
    await expect(resetPassword(late, { token, password: NEW })).rejects.toMatchObject({ code: "bad_request" });
    await resetPassword({ ...at.ctx, now: later(HOUR_MS - 1) }, { token, password: NEW });
  });

  it("is stored as a digest and works for nothing else", async () => {
    const token = await resetLink();
    expect(JSON.stringify(await at.db.select().from(accountLinks))).not.toContain(token);
    await expect(changeEmail(at.ctx, { token })).rejects.toMatchObject({ code: "bad_request" });
    await expect(undoEmailChange(at.ctx, { token })).rejects.toMatchObject({ code: "bad_request" });
    await expect(verifyEmail(at.as(), { token })).rejects.toMatchObject({ code: "bad_request" });
  });

  it.each(["", "x", "a".repeat(43), "../../account"])("is refused for the token %j", async (token) => {
    await expect(resetPassword(at.ctx, { token, password: NEW })).rejects.toMatchObject({ code: "bad_request" });
  });

  it("is sent to accounts only, with the same answer for every email", async () => {
    expect(await requestPasswordReset(at.ctx, { email: "nobody@example.net" })).toBeUndefined();
    expect(await at.mailed("nobody@example.net")).toEqual([]);
  });

  it("is not sent to a deactivated account, and stops working with it", async () => {
    const token = await resetLink();
    await at.db.update(users).set({ deactivatedAt: NOW }).where(eq(users.id, at.user.id));
    await expect(resetPassword(at.ctx, { token, password: NEW })).rejects.toMatchObject({ code: "bad_request" });
    await requestPasswordReset(at.ctx, { email: at.user.email });
    expect(await at.mailed(at.user.email)).toHaveLength(1);
  });

  it("cannot flood a mailbox", async () => {
    for (let ask = 0; ask < 20; ask += 1)
      await requestPasswordReset({ ...at.ctx, clientIp: `198.51.100.${ask}` }, { email: at.user.email });
    expect(await at.mailed(at.user.email)).toHaveLength(5);
  });

  it("stops working once the password or the email changes", async () => {
    const token = await resetLink();
    const sid = crypto.randomUUID();
    await changePassword(at.as(), { current: OLD, password: NEW, sid, revokeTokens: true });
    await expect(resetPassword(at.ctx, { token, password: OLD })).rejects.toMatchObject({ code: "bad_request" });
    const next = await resetLink();
    await requestEmailChange(at.as(), { email: `moved-${at.user.email}` });
    await changeEmail(at.ctx, { token: await at.linkTo(`moved-${at.user.email}`, "/change-email") });
    await expect(resetPassword(at.ctx, { token: next, password: OLD })).rejects.toMatchObject({ code: "bad_request" });
  });

  it("can be created by the operator, with an audit entry", async () => {
    const operator = context(at.db, SYSTEM);
    const { path } = await makeResetLink(operator, { email: at.user.email });
    await resetPassword(context(at.db, ANONYMOUS), { token: tokenIn(path, "/reset-password"), password: NEW });
    expect(await at.signsIn(at.user.email, NEW)).toBe(true);
    expect(await at.actions()).toContain("account.reset_link_made");
    await expect(makeResetLink(at.as(), { email: at.user.email })).rejects.toMatchObject({ code: "forbidden" });
    await expect(makeResetLink(operator, { email: "nobody@example.net" })).rejects.toMatchObject({ code: "not_found" });
  });

  it("takes over an account that someone else created with the email, and ends all their access", async () => {
    await issueNamedSessionToken(at.as(), { name: "back door", scopes: ["read", "write"] });
    await requestEmailChange(at.as(), { email: `thief-${at.user.email}` });
    const theirs = await at.linkTo(`thief-${at.user.email}`, "/change-email");
    await resetPassword(at.ctx, { token: await resetLink(), password: NEW });
    expect(await listSessions(at.as())).toEqual([]);
    expect(await at.signsIn(at.user.email, OLD)).toBe(false);
    await expect(changeEmail(at.ctx, { token: theirs })).rejects.toMatchObject({ code: "bad_request" });
  });
});

describe("a link to verify an email", () => {
  const verificationLink = async () => {
    await requestEmailVerification(at.as());
    return at.linkTo(at.user.email, "/verify-email");
  };

  it("verifies it once, for the account's own session", async () => {
    const token = await verificationLink();
    await verifyEmail(at.as(), { token });
    expect(await at.row()).toMatchObject({ emailVerifiedAt: NOW });
    expect(await at.actions()).toContain("account.email_verified");
    await expect(verifyEmail(at.as(), { token })).rejects.toMatchObject({ code: "bad_request" });
    await expect(requestEmailVerification(at.as())).rejects.toThrow("already confirmed");
  });

  it("verifies nothing without a session of the account", async () => {
    const token = await verificationLink();
    const reader = await createUser(at.db);
    await expect(verifyEmail(at.ctx, { token })).rejects.toMatchObject({ code: "forbidden" });
    await expect(verifyEmail(at.as(reader), { token })).rejects.toMatchObject({ code: "bad_request" });
    expect(await at.row()).toMatchObject({ emailVerifiedAt: null });
  });

  it("verifies nothing once the email changed", async () => {
    const token = await verificationLink();
    await at.db
      .update(users)
      .set({ email: `other-${at.user.email}` })
      .where(eq(users.id, at.user.id));
    await verifyEmail(at.as(), { token });
    expect(await at.row()).toMatchObject({ emailVerifiedAt: null });
  });

  it("is rate limited", async () => {
    for (let ask = 0; ask < 5; ask += 1) await requestEmailVerification(at.as());
    await expect(requestEmailVerification(at.as())).rejects.toMatchObject({ code: "rate_limited" });
  });
});

describe("a change of email", () => {
  const move = async (newEmail = `new-${at.user.email}`) => {
    await requestEmailChange(at.as(), { email: newEmail });
    const change = await at.linkTo(newEmail, "/change-email");
    const undo = await at.linkTo(at.user.email, "/undo-email-change");
    return { newEmail, change, undo };
  };

  it("takes effect only through the link to the new email, and is audited", async () => {
    const { newEmail, change } = await move();
    expect(await at.row()).toMatchObject({ email: at.user.email });
    expect(await changeEmail(at.ctx, { token: change })).toEqual({ email: newEmail });
    expect(await at.row()).toMatchObject({ email: newEmail, emailVerifiedAt: NOW });
    expect(await at.signsIn(newEmail, OLD)).toBe(true);
    await expect(changeEmail(at.ctx, { token: change })).rejects.toMatchObject({ code: "bad_request" });
    expect(await at.actions()).toEqual(expect.arrayContaining(["account.email_change_asked", "account.email_changed"]));
  });

  it.each([
    ["before the change", false],
    ["after the change", true],
  ])("is undone from the former inbox %s, and leaves its requester no access", async (_when, made) => {
    const { newEmail, change, undo } = await move();
    await issueNamedSessionToken(at.as(), { name: "back door", scopes: ["read", "write"] });
    if (made) {
      await changeEmail(at.ctx, { token: change });
      const provider = {
        provider: "github",
        providerAccountId: `thief-${counter}`,
        verifiedEmail: newEmail,
        name: null,
      };
      await signInWithProvider(at.ctx, provider);
    }
    await undoEmailChange(at.ctx, { token: undo });
    expect(await at.row()).toMatchObject({ email: at.user.email, passwordHash: null });
    expect(await listSessions(at.as())).toEqual([]);
    expect(await at.db.select().from(accounts).where(eq(accounts.userId, at.user.id))).toEqual([]);
    await expect(changeEmail(at.ctx, { token: change })).rejects.toMatchObject({ code: "bad_request" });
    await resetPassword(at.ctx, { token: await resetLink(), password: NEW });
    expect(await at.signsIn(at.user.email, NEW)).toBe(true);
  });

  it("answers equally for an email that has an account, and notifies that account", async () => {
    const taken = await createUser(at.db, { email: `taken-${at.user.email}` });
    expect(await requestEmailChange(at.as(), { email: taken.email })).toBeUndefined();
    expect(await at.mailed(taken.email)).toMatchObject([{ subject: "This email already has an account" }]);
    expect(await at.mailed(at.user.email)).toHaveLength(1);
  });

  it("fails if another account took the email since", async () => {
    const { newEmail, change } = await move();
    await createUser(at.db, { email: newEmail });
    await expect(changeEmail(at.ctx, { token: change })).rejects.toThrow("Another account has this email");
    expect(await at.row()).toMatchObject({ email: at.user.email });
  });

  it("is cancelled by another request, and by a first sign-in that verifies the current email", async () => {
    const first = await move();
    const second = await move(`newer-${at.user.email}`);
    await expect(changeEmail(at.ctx, { token: first.change })).rejects.toMatchObject({ code: "bad_request" });
    const verifiedEmail = at.user.email;
    await signInWithProvider(at.ctx, {
      provider: "github",
      providerAccountId: `own-${counter}`,
      verifiedEmail,
      name: null,
    });
    await expect(changeEmail(at.ctx, { token: second.change })).rejects.toMatchObject({ code: "bad_request" });
  });

  it.each(["", "no email", "a@b", `x@${"y".repeat(260)}.example`])("refuses the invalid email %j", async (email) => {
    await expect(requestEmailChange(at.as(), { email })).rejects.toMatchObject({ code: "bad_request", field: "email" });
  });
});
