import { and, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEntries, authenticatorApps, passkeys, recoveryCodes, sessions, users } from "@/db/schema";
import {
  addPasskey,
  beginAuthenticatorApp,
  confirmAuthenticatorApp,
  createRegistrationChallenge,
  issueSession,
  listFactors,
  makeRecoveryCodes,
  removeAuthenticatorApp,
  removePasskey,
  renamePasskey,
} from "@/lib/access/server";
import { environmentSecrets } from "@/lib/platform/config/tool-secrets";
import { PROOF_LIFETIME_MS } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import type { Ctx } from "@/lib/runtime/context";
import { createAuthenticator } from "@/tests/support/authenticator";
import { openTestDatabase } from "@/tests/support/database";
import { appOf, giveApp, givePasskey } from "@/tests/support/factors";
import {
  ANONYMOUS,
  actingUser,
  context,
  createBrandFixture,
  createUser,
  NOW,
  signedInUser,
} from "@/tests/support/fixtures";
import { withMail } from "@/tests/support/mailed";

const later = (ms: number) => new Date(NOW.getTime() + ms);

const database = openTestDatabase();
beforeAll(async () => {
  log.level = "silent";
});

type User = typeof users.$inferSelect;
let user: User;
beforeEach(async () => {
  user = await createUser(database.db);
});

const anyone = () => context(database.db, ANONYMOUS);
const acting = (who: { id: string } = user) => context(database.db, actingUser(who));

/** A user signed in with their password at NOW. */
async function signedIn(who: User = user, now = NOW) {
  const { sid } = await issueSession(anyone(), {
    userId: who.id,
    source: { kind: "browser", proofHash: "a".repeat(64) },
  });
  return context(database.db, signedInUser(who, { sid }), now);
}
const sessionRow = async (ctx: { actor: { session: { sid: string } } }) => {
  const [row] = await database.db.select().from(sessions).where(eq(sessions.id, ctx.actor.session.sid));
  return row;
};
const actionsOf = async (who: User = user) => {
  const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.actorId, who.id));
  return entries.map(({ action, targetLabel }) => [action, targetLabel]);
};

describe("an authenticator app", () => {
  it("takes effect only once a code confirms it", async () => {
    const { key, setUp } = await beginAuthenticatorApp(acting());
    expect(await listFactors(acting())).toMatchObject({ app: null, recoveryCodes: 0 });
    await expect(confirmAuthenticatorApp(acting(), { setUp, code: "000000" })).rejects.toMatchObject({ field: "code" });
    expect((await listFactors(acting())).app).toBeNull();
    const { recoveryCodes: codes } = await confirmAuthenticatorApp(acting(), { setUp, code: appOf(key)(NOW) });
    expect(codes).toHaveLength(10);
    expect(await listFactors(acting())).toMatchObject({ app: { createdAt: NOW, lastUsedAt: null }, recoveryCodes: 10 });
    expect(await actionsOf()).toEqual([["account.authenticator_added", user.name]]);
  });

  it("stores its secret encrypted", async () => {
    const { key, setUp } = await beginAuthenticatorApp(acting());
    await confirmAuthenticatorApp(acting(), { setUp, code: appOf(key)(NOW) });
    const [row] = await database.db.select().from(authenticatorApps).where(eq(authenticatorApps.userId, user.id));
    const bytes = Buffer.from(row?.sealedSecret ?? "", "base64url").toString("latin1");
    expect(bytes).not.toContain(key.replaceAll(" ", ""));
    expect(setUp).not.toContain(key.replaceAll(" ", ""));
  });

  it("can be confirmed only by the user who started it, within 15 minutes", async () => {
    const { key, setUp } = await beginAuthenticatorApp(acting());
    const other = await createUser(database.db);
    const code = appOf(key)(NOW);
    await expect(confirmAuthenticatorApp(acting(other), { setUp, code })).rejects.toThrow(/Start again/);
    const late = { ...acting(), now: later(15 * 60_000 + 1) };
    await expect(confirmAuthenticatorApp(late, { setUp, code: appOf(key)(late.now) })).rejects.toThrow(/Start again/);
    await expect(confirmAuthenticatorApp(acting(), { setUp: "x", code })).rejects.toThrow(/Start again/);
  });

  it("replaces the previous app without new recovery codes", async () => {
    const first = await giveApp(anyone(), user);
    const again = await beginAuthenticatorApp(acting());
    const confirmed = await confirmAuthenticatorApp(acting(), { setUp: again.setUp, code: appOf(again.key)(NOW) });
    expect(confirmed.recoveryCodes).toBeNull();
    expect(first.recoveryCodes).toHaveLength(10);
    expect(await database.db.$count(authenticatorApps, eq(authenticatorApps.userId, user.id))).toBe(1);
  });
});

describe("a passkey", () => {
  it("has a name, is discoverable, and requires user verification", async () => {
    const { options, challenge } = await createRegistrationChallenge(acting());
    expect(options).toMatchObject({
      rp: { id: "hub.test", name: "Brand Identity Hub" },
      user: { name: user.email },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const authenticator = createAuthenticator();
    const unverified = authenticator.create(options, { verified: false });
    await expect(addPasskey(acting(), { name: "Laptop", challenge, answer: unverified })).rejects.toMatchObject({
      field: "passkey",
    });
    await addPasskey(acting(), { name: " Laptop ", challenge, answer: authenticator.create(options) });
    expect((await listFactors(acting())).passkeys).toMatchObject([
      { name: "Laptop", createdAt: NOW, lastUsedAt: null },
    ]);
    expect(await actionsOf()).toEqual([["account.passkey_added", "Laptop"]]);
  });

  it.each([
    ["for another page", { origin: "http://hub.test.evil.example" }],
    ["for another host", { rpID: "evil.example" }],
  ])("is refused when the response is %s", async (_, twist) => {
    const { options, challenge } = await createRegistrationChallenge(acting());
    const answer = createAuthenticator().create(options, twist);
    await expect(addPasskey(acting(), { name: "Laptop", challenge, answer })).rejects.toMatchObject({
      field: "passkey",
    });
    expect(await database.db.$count(passkeys, eq(passkeys.userId, user.id))).toBe(0);
  });

  it("is refused with a missing, used, expired or another user's challenge", async () => {
    const { options, challenge } = await createRegistrationChallenge(acting());
    const answer = createAuthenticator().create(options);
    const other = await createUser(database.db);
    await expect(addPasskey(acting(other), { name: "A", challenge, answer })).rejects.toThrow(/5 minutes/);
    const late = { ...acting(), now: later(5 * 60_000 + 6000) };
    await expect(addPasskey(late, { name: "A", challenge, answer })).rejects.toThrow(/5 minutes/);
    await expect(addPasskey(acting(), { name: "A", challenge: undefined, answer })).rejects.toThrow(/5 minutes/);
    await addPasskey(acting(), { name: "A", challenge, answer });
    const second = createAuthenticator().create(options);
    await expect(addPasskey(acting(), { name: "B", challenge, answer: second })).rejects.toThrow(/5 minutes/);
  });

  it("cannot belong to two users", async () => {
    const { authenticator } = await givePasskey(anyone(), user);
    const other = await createUser(database.db);
    await expect(givePasskey(anyone(), other, { authenticator })).rejects.toThrow(
      "You have already added this passkey.",
    );
  });

  it("can be renamed and removed only by its owner", async () => {
    await givePasskey(anyone(), user);
    const [{ id } = { id: "" }] = (await listFactors(acting())).passkeys;
    const other = await createUser(database.db);
    await expect(renamePasskey(acting(other), { id, name: "Mine" })).rejects.toThrow(/passkey doesn’t exist/);
    await expect(removePasskey(acting(other), { id })).rejects.toThrow(/passkey doesn’t exist/);
    await expect(renamePasskey(acting(), { id, name: " " })).rejects.toMatchObject({ field: "name" });
    await renamePasskey(acting(), { id, name: "Phone" });
    await removePasskey(acting(), { id });
    expect(await listFactors(acting())).toMatchObject({ passkeys: [], recoveryCodes: 0 });
    expect((await actionsOf()).slice(1)).toEqual([
      ["account.passkey_renamed", "Phone"],
      ["account.passkey_removed", "Phone"],
    ]);
  });

  it("cannot be added beyond twenty", async () => {
    for (let made = 0; made < 20; made++) await givePasskey(anyone(), user);
    await expect(createRegistrationChallenge(acting())).rejects.toThrow(/at most 20/);
  });
});

describe("changing factors", () => {
  it("needs a recent re-authentication each time", async () => {
    const old = await signedIn(user, later(PROOF_LIFETIME_MS + 1));
    const needed = { message: "Confirm it's you, then try again." };
    await expect(createRegistrationChallenge(old)).rejects.toMatchObject(needed);
    await expect(addPasskey(old, { name: "A", challenge: "", answer: "{}" })).rejects.toMatchObject(needed);
    await expect(renamePasskey(old, { id: user.id, name: "A" })).rejects.toMatchObject(needed);
    await expect(removePasskey(old, { id: user.id })).rejects.toMatchObject(needed);
    await expect(beginAuthenticatorApp(old)).rejects.toMatchObject(needed);
    await expect(confirmAuthenticatorApp(old, { setUp: "", code: "" })).rejects.toMatchObject(needed);
    await expect(removeAuthenticatorApp(old)).rejects.toMatchObject(needed);
    await expect(makeRecoveryCodes(old)).rejects.toMatchObject(needed);
  });

  it("notifies the owner by mail", async () => {
    const { ctx, mailed } = withMail(anyone());
    await givePasskey(ctx, user, { name: "Key\r\nBcc: x@example.com" });
    const own: Ctx = { ...ctx, actor: actingUser(user) };
    await makeRecoveryCodes(own);
    const [{ id } = { id: "" }] = (await listFactors(own)).passkeys;
    await removePasskey(own, { id });
    const mails = await mailed(user.email);
    const said = mails.map(({ text }) => text.split("\n")[0]).sort();
    expect(said).toEqual([
      expect.stringContaining("New recovery codes were created"),
      expect.stringContaining("The passkey “Key Bcc: x@ example. com” was just added"),
      expect.stringContaining("The passkey “Key Bcc: x@ example. com” was just removed"),
    ]);
  });

  it("strengthens this session and voids re-authentications in others", async () => {
    const [here, elsewhere] = [await signedIn(), await signedIn()];
    const { key, setUp } = await beginAuthenticatorApp(here);
    await confirmAuthenticatorApp(here, { setUp, code: appOf(key)(NOW) });
    expect(await sessionRow(here)).toMatchObject({ strong: true, proofHash: "a".repeat(64) });
    expect(await sessionRow(elsewhere)).toMatchObject({ strong: false, proofHash: null });
  });

  it("deletes recovery codes and weakens all sessions with the last factor", async () => {
    const here = await signedIn();
    const { key, setUp } = await beginAuthenticatorApp(here);
    await confirmAuthenticatorApp(here, { setUp, code: appOf(key)(NOW) });
    await givePasskey(anyone(), user);
    await removeAuthenticatorApp(here);
    expect(await listFactors(here)).toMatchObject({ app: null, recoveryCodes: 10 });
    expect(await sessionRow(here)).toMatchObject({ strong: true });
    const [{ id } = { id: "" }] = (await listFactors(here)).passkeys;
    await removePasskey(here, { id });
    expect(await listFactors(here)).toMatchObject({ passkeys: [], recoveryCodes: 0 });
    expect(await sessionRow(here)).toMatchObject({ strong: false });
  });

  it("keeps one required factor when two removals run at once", async () => {
    const brand = await createBrandFixture(database.db, { name: "Alder", members: { [user.id]: "viewer" } });
    await database.db.execute(`update brands set two_step_of_members = true where id = '${brand.id}'`);
    await giveApp(anyone(), user);
    await givePasskey(anyone(), user);
    const { passkeys: own, requiredBy } = await listFactors(acting());
    expect(requiredBy).toEqual(["Alder"]);
    const removed = await Promise.allSettled([
      removeAuthenticatorApp(acting()),
      removePasskey(acting(), { id: own[0]?.id ?? "" }),
    ]);
    const refused = removed.filter((one) => one.status === "rejected");
    expect(refused.map(({ reason }) => reason.message)).toEqual([
      "This is your last factor, and two-factor authentication is required by Alder. Add another one first.",
    ]);
  });
});

describe("recovery codes", () => {
  it("are stored only as digests", async () => {
    const { recoveryCodes: codes } = await giveApp(anyone(), user);
    const rows = await database.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
    expect(rows).toHaveLength(10);
    expect(codes.every((code) => /^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/.test(code))).toBe(true);
    expect(new Set(codes).size).toBe(10);
    expect(rows.every(({ codeHash }) => /^[0-9a-f]{64}$/.test(codeHash))).toBe(true);
  });

  it("replace the earlier ones, and need a factor", async () => {
    await expect(makeRecoveryCodes(acting())).rejects.toThrow(/Set up one of these first/);
    const { recoveryCodes: before } = await giveApp(anyone(), user);
    const after = await makeRecoveryCodes(acting());
    expect(after.filter((code) => before.includes(code))).toEqual([]);
    expect(await database.db.$count(recoveryCodes, eq(recoveryCodes.userId, user.id))).toBe(10);
  });
});

it("and all factors are deleted with their user", async () => {
  await giveApp(anyone(), user);
  await givePasskey(anyone(), user);
  await database.db.delete(users).where(and(eq(users.id, user.id)));
  for (const table of [passkeys, authenticatorApps, recoveryCodes])
    expect(await database.db.$count(table, eq(table.userId, user.id))).toBe(0);
});

it("using an app encrypts its secret with the current session secret", async () => {
  const before = { ...environmentSecrets, session: ["a former secret of sessions, 32+ characters"] };
  const rotating = {
    ...environmentSecrets,
    session: ["the next secret of sessions, 32+ characters", ...before.session],
  };
  const { show } = await giveApp(context(database.db, ANONYMOUS, NOW, { secrets: before }), user);
  const { spendAppCode } = await import("@/lib/access/account/factors/authenticator-app");
  const spend = (session: string[], now: Date) =>
    spendAppCode(context(database.db, ANONYMOUS, now, { secrets: { ...before, session } }), {
      userId: user.id,
      code: show(now),
    });
  expect(await spend(rotating.session.slice(0, 1), NOW)).toBe(false);
  expect(await spend(rotating.session, NOW)).toBe(true);
  expect(await spend(rotating.session.slice(0, 1), later(30_000))).toBe(true);
});
