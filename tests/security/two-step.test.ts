import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { accounts, auditEntries, passkeys, sessions, users } from "@/db/schema";
import {
  beginPendingSignIn,
  changePassword,
  createReauthChallenge,
  createSecondFactorChallenge,
  createSignInChallenge,
  deactivatePerson,
  finishSignIn,
  hashPassword,
  issueSession,
  listFactors,
  listReauthOptions,
  listSecondFactors,
  makeHubAdmin,
  openBrowserSession,
  openPasswordSession,
  reauthenticate,
  reauthenticateWithProvider,
  rememberDevice,
  requestEmailChange,
  requestPasswordReset,
  resetFactors,
  resetPassword,
  settleFailedLoginAudits,
  signInWithPasskey,
  signInWithProvider,
  undoEmailChange,
} from "@/lib/access/server";
import { MemoryStore } from "@/lib/platform/limits/memory-store";
import { log } from "@/lib/platform/log";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "../support/database";
import { giveApp, givePasskey } from "../support/factors";
import { ANONYMOUS, actingUser, context, createUser, NOW, SYSTEM, signedInUser } from "../support/fixtures";
import { tokenIn, withMail } from "../support/mailed";

const PASSWORD = "a few plain words";
const NEXT = "four other words together";
const MINUTE_MS = 60_000;
const STEP_MS = 30_000;
const ARRIVING = { userAgent: "Firefox", device: null };
const later = (ms: number) => new Date(NOW.getTime() + ms);

const database = openTestDatabase();
let passwordHash: string;
beforeAll(async () => {
  log.level = "silent";
  passwordHash = await hashPassword(PASSWORD);
});

type User = typeof users.$inferSelect;
let user: User;
let limits: MemoryStore;
beforeEach(async () => {
  limits = new MemoryStore({ nowMs: () => 0 });
  user = await createUser(database.db, { passwordHash, emailVerifiedAt: NOW });
});

const anyone = (now = NOW) => context(database.db, ANONYMOUS, now, { limits });
const begin = async (now = NOW) =>
  (await beginPendingSignIn(anyone(now), { userId: user.id, by: "password" })) ?? undefined;
const finish = (pending: string | undefined, code: string, now = NOW, device: string | null = null) =>
  finishSignIn(anyone(now), { pending, factor: { code }, ...ARRIVING, device });
const sessionsOf = (who: User = user) => database.db.select().from(sessions).where(eq(sessions.userId, who.id));
const audited = async (action: string) => {
  await settleFailedLoginAudits();
  const rows = await database.db.select().from(auditEntries).where(eq(auditEntries.targetId, user.id));
  return rows.filter((row) => row.action === action);
};
async function signedIn(now = NOW) {
  const { sid } = await issueSession(anyone(), { userId: user.id, source: { kind: "browser" } });
  return context(database.db, signedInUser(user, { sid }), now, { limits });
}

describe("an account with a second factor", () => {
  it("gets no session from a password, GitHub or Google alone", async () => {
    await giveApp(anyone(), user);
    const arriving = { ...ARRIVING, userId: user.id };
    const needed = /two-factor sign-in/;
    await expect(openPasswordSession(anyone(), { ...arriving, passwordHash })).rejects.toThrow(needed);
    for (const by of ["github", "google", "password"])
      await expect(openBrowserSession(anyone(), { ...arriving, by })).rejects.toThrow(needed);
    expect(await sessionsOf()).toEqual([]);
  });

  it("gets a strong session from the company's provider without a second factor", async () => {
    await giveApp(anyone(), user);
    expect(await beginPendingSignIn(anyone(), { userId: user.id, by: "oidc" })).toBeNull();
    await openBrowserSession(anyone(), { ...ARRIVING, userId: user.id, by: "oidc" });
    expect(await sessionsOf()).toMatchObject([{ strong: true }]);
  });

  it("without one signs in directly, in a weak session", async () => {
    expect(await begin()).toBeUndefined();
    await openPasswordSession(anyone(), { ...ARRIVING, userId: user.id, passwordHash });
    expect(await sessionsOf()).toMatchObject([{ strong: false }]);
  });
});

describe("the second factor", () => {
  it("opens a strong session, and audits both factors", async () => {
    const { show } = await giveApp(anyone(), user);
    const pending = await begin();
    expect(await listSecondFactors(anyone(), { pending })).toEqual({
      email: user.email,
      passkey: false,
      app: true,
      recoveryCode: true,
    });
    const { claims } = await finish(pending, show(NOW));
    expect(await sessionsOf()).toMatchObject([{ id: claims.sid, strong: true, provedAt: NOW }]);
    expect(await audited("account.signed_in")).toMatchObject([{ diff: { by: [null, "password and code"] } }]);
  });

  it("succeeds once per pending sign-in, also when two arrive at once", async () => {
    const { recoveryCodes } = await giveApp(anyone(), user);
    const pending = await begin();
    const tried = await Promise.allSettled([0, 1].map((index) => finish(pending, recoveryCodes[index] ?? "")));
    expect(tried.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(finish(pending, recoveryCodes[2] ?? "")).rejects.toMatchObject({ code: "unauthorized" });
    expect(await sessionsOf()).toHaveLength(1);
  });

  it.each([
    ["after ten minutes", async () => {}, later(10 * MINUTE_MS + 6000)],
    ["once the password has changed", () => set({ passwordHash: "another" }), NOW],
    ["once the account is deactivated", () => set({ deactivatedAt: NOW }), NOW],
  ])("is refused %s", async (_, happens, now) => {
    const { recoveryCodes } = await giveApp(anyone(), user);
    const pending = await begin();
    await happens();
    expect(await listSecondFactors(anyone(now), { pending })).toBeNull();
    await expect(finish(pending, recoveryCodes[0] ?? "", now)).rejects.toMatchObject({ code: "unauthorized" });
    await expect(createSecondFactorChallenge(anyone(now), { pending })).rejects.toMatchObject({ code: "unauthorized" });
    expect(await sessionsOf()).toEqual([]);
  });
  const set = (values: Partial<User>) => database.db.update(users).set(values).where(eq(users.id, user.id));

  it.each([
    ["nothing", undefined],
    ["made-up text", "x.y.z"],
  ])("is refused for a pending sign-in of %s", async (_, pending) => {
    const { show } = await giveApp(anyone(), user);
    await expect(finish(pending, show(NOW))).rejects.toMatchObject({ code: "unauthorized" });
  });

  it("refuses a session token or device token as pending sign-in", async () => {
    const { show } = await giveApp(anyone(), user);
    const device = await rememberDevice(anyone(), { userId: user.id, device: null });
    await expect(finish(device, show(NOW))).rejects.toMatchObject({ code: "unauthorized" });
  });
});

describe("a code from the authenticator app", () => {
  it("works once: never twice, never after a newer one, never for two requests at once", async () => {
    const { show } = await giveApp(anyone(), user);
    const [now, next] = [show(NOW), show(later(STEP_MS))];
    await finish(await begin(), next);
    await expect(finish(await begin(), next)).rejects.toMatchObject({ field: "code" });
    await expect(finish(await begin(), now)).rejects.toMatchObject({ field: "code" });
    const at = later(2 * STEP_MS);
    const halves = [await begin(at), await begin(at)];
    const tried = await Promise.allSettled(halves.map((pending) => finish(pending, show(at), at)));
    expect(tried.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await sessionsOf()).toHaveLength(2);
  });

  it("allows 5 attempts a minute and 20 a day from all unknown browsers together", async () => {
    let nowMs = 0;
    limits = new MemoryStore({ nowMs: () => nowMs });
    const { show } = await giveApp(anyone(), user);
    const pending = await begin();
    let heard = 0;
    for (; nowMs < 24 * 60 * MINUTE_MS; nowMs += 60 * MINUTE_MS)
      for (let time = 0; time < 7; time++) {
        const outcome = await finish(pending, "000000").catch((error: { code: string }) => error.code);
        if (outcome === "bad_request") heard += 1;
        if (outcome === "rate_limited") break;
      }
    expect(heard).toBe(20);
    nowMs -= 60 * MINUTE_MS;
    await expect(finish(pending, show(NOW))).rejects.toMatchObject({ code: "rate_limited" });
    await expect(finish(pending, show(NOW))).rejects.toThrow(/^Too many wrong codes\. /);
  });

  it("works in a known browser after others used up the attempts, as does a recovery code in any browser", async () => {
    const { show, recoveryCodes } = await giveApp(anyone(), user);
    const device = await rememberDevice(anyone(), { userId: user.id, device: null });
    for (let time = 0; time < 6; time++) await finish(await begin(), "000000").catch(() => {});
    await expect(finish(await begin(), show(NOW))).rejects.toMatchObject({ code: "rate_limited" });
    await finish(await begin(), show(NOW), NOW, device);
    await finish(await begin(), recoveryCodes[0] ?? "");
    expect(await sessionsOf()).toHaveLength(2);
  });

  it("that is wrong is audited once an hour per account", async () => {
    await giveApp(anyone(), user);
    for (let time = 0; time < 3; time++) await finish(await begin(), "000000").catch(() => {});
    expect(await audited("account.second_step_failed")).toHaveLength(1);
  });
});

describe("a recovery code", () => {
  it("works once, also for two requests at once, and notifies its owner", async () => {
    const { recoveryCodes } = await giveApp(anyone(), user);
    const { ctx, mailed } = withMail(anyone());
    const [code = ""] = recoveryCodes;
    const finishing = async () => finishSignIn(ctx, { pending: await begin(), factor: { code }, ...ARRIVING });
    const tried = await Promise.allSettled([finishing(), finishing()]);
    expect(tried.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(finishing()).rejects.toMatchObject({ field: "code" });
    expect(await audited("account.recovery_code_used")).toMatchObject([{ diff: { "codes left": [10, 9] } }]);
    const subjects = (await mailed(user.email)).map(({ subject }) => subject);
    expect(subjects).toContain("A recovery code was used");
  });

  it("of another user is refused", async () => {
    await giveApp(anyone(), user);
    const other = await giveApp(anyone(), await createUser(database.db));
    await expect(finish(await begin(), other.recoveryCodes[0] ?? "")).rejects.toMatchObject({ field: "code" });
  });
});

describe("a passkey", () => {
  const signIn = async (answer: string, challenge: string | undefined, now = NOW) =>
    signInWithPasskey(anyone(now), { passkey: answer, challenge, ...ARRIVING });

  it("signs in alone, in a strong session, and identifies its user", async () => {
    const { authenticator } = await givePasskey(anyone(), user);
    const { options, challenge } = await createSignInChallenge(anyone());
    expect(options).toMatchObject({ rpId: "hub.test", userVerification: "required" });
    expect(options.allowCredentials).toBeUndefined();
    const { userId, claims } = await signIn(authenticator.get(options), challenge);
    expect(userId).toBe(user.id);
    expect(await sessionsOf()).toMatchObject([{ id: claims.sid, strong: true }]);
    expect((await listFactors(context(database.db, actingUser(user)))).passkeys).toMatchObject([{ lastUsedAt: NOW }]);
    expect(await audited("account.signed_in")).toMatchObject([{ diff: { by: [null, "passkey"] } }]);
  });

  it.each([
    ["without user verification", { verified: false }],
    ["for another page", { origin: "http://hub.test.evil.example" }],
    ["for another host", { rpID: "evil.example" }],
    ["that names another user", { userHandle: Buffer.alloc(16, 7).toString("base64url") }],
  ])("is refused with an answer %s", async (_, twist) => {
    const { authenticator } = await givePasskey(anyone(), user);
    const { options, challenge } = await createSignInChallenge(anyone());
    await expect(signIn(authenticator.get(options, twist), challenge)).rejects.toMatchObject({ field: "passkey" });
    expect(await sessionsOf()).toEqual([]);
  });

  it("is refused as a copy when its counter does not grow", async () => {
    const { authenticator } = await givePasskey(anyone(), user);
    const use = async (signCount: number) => {
      const { options, challenge } = await createSignInChallenge(anyone());
      return signIn(authenticator.get(options, { signCount }), challenge);
    };
    await use(5);
    for (const signCount of [5, 4, 0]) await expect(use(signCount)).rejects.toMatchObject({ field: "passkey" });
    await use(6);
    const at = await Promise.all([0, 1].map(() => createSignInChallenge(anyone())));
    const copies = at.map(({ options, challenge }) => signIn(authenticator.get(options, { signCount: 7 }), challenge));
    const tried = await Promise.allSettled(copies);
    expect(tried.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("answers a challenge once, within 5 minutes, in the same browser, for the same purpose", async () => {
    const { authenticator } = await givePasskey(anyone(), user);
    const { options, challenge } = await createSignInChallenge(anyone());
    const answer = authenticator.get(options);
    const other = await createSignInChallenge(anyone());
    await expect(signIn(answer, other.challenge)).rejects.toMatchObject({ field: "passkey" });
    await expect(signIn(answer, undefined)).rejects.toThrow(/5 minutes/);
    await expect(signIn(answer, challenge, later(5 * MINUTE_MS + 6000))).rejects.toThrow(/5 minutes/);
    const session = { ...(await signedIn()) };
    const forProof = await createReauthChallenge(session);
    await expect(signIn(authenticator.get(forProof.options), forProof.challenge)).rejects.toThrow(/5 minutes/);
    const again = await createSignInChallenge(anyone());
    const good = authenticator.get(again.options);
    await signIn(good, again.challenge);
    await expect(signIn(good, again.challenge)).rejects.toMatchObject({ field: "passkey" });
  });

  it("works as second factor for its owner only", async () => {
    const { authenticator } = await givePasskey(anyone(), user);
    const thief = await createUser(database.db, { passwordHash });
    const theirs = await givePasskey(anyone(), thief);
    const pending = await begin();
    const step = async (using: typeof authenticator) => {
      const { options, challenge } = await createSecondFactorChallenge(anyone(), { pending });
      return finishSignIn(anyone(), { pending, factor: { passkey: using.get(options), challenge }, ...ARRIVING });
    };
    await expect(step(theirs.authenticator)).rejects.toMatchObject({ field: "passkey" });
    await step(authenticator);
    expect(await audited("account.signed_in")).toMatchObject([{ diff: { by: [null, "password and passkey"] } }]);
  });

  it("of a deactivated account does not sign in, and the response says why", async () => {
    const { authenticator } = await givePasskey(anyone(), user);
    const admin = await createUser(database.db, { hubAdmin: true });
    await deactivatePerson(context(database.db, actingUser(admin)), { personId: user.id });
    const { options, challenge } = await createSignInChallenge(anyone());
    await expect(signIn(authenticator.get(options), challenge)).rejects.toThrow(/deactivated/);
    expect(await sessionsOf()).toEqual([]);
  });

  it.each([
    "",
    "{",
    "null",
    "[]",
    '{"id":"x"}',
    `"${"x".repeat(70_000)}"`,
    JSON.stringify({ id: "a b", rawId: "", type: "" }),
  ])("is refused when the response is %.20j", async (answer) => {
    const { challenge } = await createSignInChallenge(anyone());
    await expect(signIn(answer, challenge)).rejects.toMatchObject({ code: "bad_request", field: "passkey" });
  });
});

describe("re-authentication with a second factor", () => {
  it("offers the passkey first, then the code, and never the password or GitHub alone", async () => {
    await database.db
      .insert(accounts)
      .values({ provider: "github", providerAccountId: user.id, userId: user.id, createdAt: NOW });
    const ctx = await signedIn();
    expect(await listReauthOptions(ctx)).toEqual({ kinds: ["password"], providers: ["github"] });
    await giveApp(anyone(), user);
    expect(await listReauthOptions(ctx)).toEqual({ kinds: ["code"], providers: [] });
    await givePasskey(anyone(), user);
    expect(await listReauthOptions(ctx)).toEqual({ kinds: ["passkey", "code"], providers: [] });
    await expect(reauthenticate(ctx, { kind: "password", answer: { password: PASSWORD } })).rejects.toThrow(/this way/);
    const again = { provider: "github", providerAccountId: user.id, verifiedEmail: null, name: null };
    expect(await reauthenticateWithProvider(ctx, again)).toBeNull();
  });

  it("strengthens a weak session, by passkey or code", async () => {
    const { show } = await giveApp(anyone(), user);
    const { authenticator } = await givePasskey(anyone(), user);
    const [byCode, byPasskey] = [await signedIn(), await signedIn()];
    await reauthenticate(byCode, { kind: "code", answer: { code: show(NOW) } });
    const { options, challenge } = await createReauthChallenge(byPasskey);
    await reauthenticate(byPasskey, { kind: "passkey", answer: { passkey: authenticator.get(options), challenge } });
    expect(await sessionsOf()).toMatchObject([
      { strong: true, provedAt: NOW },
      { strong: true, provedAt: NOW },
    ]);
  });

  it("counts wrong codes against the session only", async () => {
    const { show } = await giveApp(anyone(), user);
    const [thief, owner] = [await signedIn(), await signedIn()];
    const guess = (ctx: typeof owner, code: string) => reauthenticate(ctx, { kind: "code", answer: { code } });
    for (let time = 0; time < 5; time++) await expect(guess(thief, "000000")).rejects.toMatchObject({ field: "code" });
    await expect(guess(thief, show(NOW))).rejects.toMatchObject({ code: "rate_limited" });
    await guess(owner, show(NOW));
  });

  it("is required to change the password, even with the current one", async () => {
    await giveApp(anyone(), user);
    const old = await signedIn(later(16 * MINUTE_MS));
    const change = { current: PASSWORD, password: NEXT, sid: old.actor.session.sid, revokeTokens: true };
    await expect(changePassword(old, change)).rejects.toMatchObject({
      message: "Confirm it's you, then try again.",
    });
  });
});

describe("account recovery", () => {
  const factorsLeft = async (who: User = user) => {
    const { passkeys: own, app, recoveryCodes } = await listFactors(context(database.db, actingUser(who)));
    return { passkeys: own.length, app: app !== null, recoveryCodes };
  };
  const NONE = { passkeys: 0, app: false, recoveryCodes: 0 };

  async function resetByMail() {
    const { ctx, mailed } = withMail(anyone());
    await requestPasswordReset(ctx, { email: user.email });
    const token = tokenIn((await mailed(user.email)).at(-1)?.text, "/reset-password");
    await resetPassword(ctx, { token, password: NEXT });
  }

  it("a password reset keeps a confirmed account's factors, and the next sign-in needs one", async () => {
    const { show } = await giveApp(anyone(), user);
    const pending = await begin();
    await resetByMail();
    expect(await factorsLeft()).toEqual({ passkeys: 0, app: true, recoveryCodes: 10 });
    await expect(finish(pending, show(NOW))).rejects.toMatchObject({ code: "unauthorized" });
    expect(await begin()).toEqual(expect.any(String));
    expect(await sessionsOf()).toEqual([]);
  });

  it("the first verification of an email removes factors added before it", async () => {
    user = await createUser(database.db, { passwordHash });
    await giveApp(anyone(), user);
    await givePasskey(anyone(), user);
    await resetByMail();
    expect(await factorsLeft()).toEqual(NONE);
    expect(await audited("account.factors_cleared")).toHaveLength(1);
  });

  it("the first verification by GitHub or Google does the same, and later ones do not", async () => {
    user = await createUser(database.db, { passwordHash });
    await giveApp(anyone(), user);
    const identity = { verifiedEmail: user.email, name: null };
    await signInWithProvider(anyone(), { ...identity, provider: "github", providerAccountId: `g-${user.id}` });
    expect(await factorsLeft()).toEqual(NONE);
    await giveApp(anyone(), user);
    await signInWithProvider(anyone(), { ...identity, provider: "google", providerAccountId: `o-${user.id}` });
    expect(await factorsLeft()).toMatchObject({ app: true });
    expect(await beginPendingSignIn(anyone(), { userId: user.id, by: "google" })).toEqual(expect.any(String));
  });

  it("making an unconfirmed account a hub administrator's clears its factors with its password", async () => {
    user = await createUser(database.db, { passwordHash });
    await givePasskey(anyone(), user);
    await makeHubAdmin(context(database.db, SYSTEM), { email: user.email, password: NEXT });
    expect(await factorsLeft()).toEqual(NONE);
  });

  it("undoing a change of email removes the factors added since and keeps earlier ones", async () => {
    await giveApp(anyone(), user);
    const { ctx, mailed } = withMail(context(database.db, actingUser(user), later(1000), { limits }));
    await requestEmailChange(ctx, { email: `new-${user.email}` });
    const token = tokenIn((await mailed(user.email)).at(-1)?.text, "/undo-email-change");
    await givePasskey(anyone(later(2000)), user, { name: "The thief’s" });
    await undoEmailChange(ctx, { token });
    expect(await factorsLeft()).toEqual({ passkeys: 0, app: true, recoveryCodes: 10 });
  });

  it("the operator's reset removes all factors, ends every session and notifies the owner", async () => {
    await giveApp(anyone(), user);
    await givePasskey(anyone(), user);
    await signedIn();
    const { ctx, mailed } = withMail<Ctx>(context(database.db, SYSTEM));
    expect(await resetFactors(ctx, { email: user.email })).toEqual({ email: user.email, cleared: true });
    expect(await factorsLeft()).toEqual(NONE);
    expect(await sessionsOf()).toMatchObject([{ revokedAt: NOW }]);
    expect(await audited("account.factors_cleared")).toMatchObject([{ actorKind: "system" }]);
    expect((await mailed(user.email)).map(({ subject }) => subject)).toContain(
      "Your two-factor authentication was removed",
    );
    expect(await resetFactors(ctx, { email: user.email })).toEqual({ email: user.email, cleared: false });
    await expect(resetFactors(ctx, { email: "nobody@example.com" })).rejects.toThrow(/No account has/);
    await expect(resetFactors(anyone(), { email: user.email })).rejects.toMatchObject({ code: "forbidden" });
  });

  it("a removed passkey cannot sign in", async () => {
    const { authenticator } = await givePasskey(anyone(), user);
    await database.db.delete(passkeys).where(eq(passkeys.userId, user.id));
    const { options, challenge } = await createSignInChallenge(anyone());
    const passkey = authenticator.get(options);
    await expect(signInWithPasskey(anyone(), { passkey, challenge, ...ARRIVING })).rejects.toMatchObject({
      field: "passkey",
    });
  });
});
