import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { accountLinks, auditEntries, brands, memberships, sessions, spentTokens, users } from "@/db/schema";
import {
  addPasskey,
  beginAuthenticatorApp,
  beginPendingSignIn,
  changePassword,
  confirmAuthenticatorApp,
  createRegistrationChallenge,
  createSignInChallenge,
  finishSignIn,
  hashPassword,
  issueNamedSessionToken,
  issueSession,
  joinByRoleClaim,
  listFactors,
  makeRecoveryCodes,
  openBrowserSession,
  reauthenticate,
  rememberDevice,
  requestEmailChange,
  resetFactors,
  revokeSessionsOf,
  settleFailedLoginAudits,
  signInWithPasskey,
} from "@/lib/access/server";
import { cancelBrandDeletion, restoreBrand, scheduleBrandDeletion } from "@/lib/brands/server";
import { MemoryStore } from "@/lib/platform/limits/memory-store";
import { log } from "@/lib/platform/log";
import type { Ctx } from "@/lib/runtime/context";
import { createAuthenticator } from "../support/authenticator";
import { openTestDatabase } from "../support/database";
import { appOf, giveApp, givePasskey } from "../support/factors";
import {
  ANONYMOUS,
  actingUser,
  context,
  createBrandFixture,
  createUser,
  NOW,
  SYSTEM,
  signedInUser,
} from "../support/fixtures";
import { withMail } from "../support/mailed";

const PASSWORD = "a few plain words";
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const ARRIVING = { userAgent: "Firefox", device: null };
const later = (ms: number) => new Date(NOW.getTime() + ms);

const database = openTestDatabase();
let passwordHash: string;
beforeAll(async () => {
  log.level = "silent";
  passwordHash = await hashPassword(PASSWORD);
});

let user: typeof users.$inferSelect;
let limits: MemoryStore;
beforeEach(async () => {
  limits = new MemoryStore({ nowMs: () => 0 });
  user = await createUser(database.db, { passwordHash, emailVerifiedAt: NOW });
});

const anyone = (now = NOW) => context(database.db, ANONYMOUS, now, { limits });
const sessionsOf = () => database.db.select().from(sessions).where(eq(sessions.userId, user.id));
async function signedIn() {
  const { sid } = await issueSession(anyone(), { userId: user.id, source: { kind: "browser" } });
  return context(database.db, signedInUser(user, { sid }), NOW, { limits });
}

/** Actions whose result outlives the session; each is prepared while the session is active. */
const LASTING: Record<string, (ctx: Awaited<ReturnType<typeof signedIn>>) => Promise<() => Promise<unknown>>> = {
  "a passkey": async (ctx) => {
    const { options, challenge } = await createRegistrationChallenge(ctx);
    const answer = createAuthenticator({ origin: ctx.baseUrl }).create(options);
    return () => addPasskey(ctx, { name: "Mine", challenge, answer });
  },
  "an authenticator app": async (ctx) => {
    const { key, setUp } = await beginAuthenticatorApp(ctx);
    return () => confirmAuthenticatorApp(ctx, { setUp, code: appOf(key)(NOW) });
  },
  "recovery codes": async (ctx) => {
    await giveApp(anyone(), user);
    return () => makeRecoveryCodes(ctx);
  },
  "a named token": async (ctx) => () => issueNamedSessionToken(ctx, { name: "Nightly" }),
  "a change of email": async (ctx) => {
    const mailing = withMail<Ctx>(ctx).ctx;
    return () => requestEmailChange(mailing, { email: `new-${user.email}` });
  },
  "a first password": async (ctx) => {
    await database.db.update(users).set({ passwordHash: null }).where(eq(users.id, user.id));
    return () =>
      changePassword(ctx, {
        current: "",
        password: "four other words",
        sid: ctx.actor.session.sid,
        revokeTokens: true,
      });
  },
};

describe("a request that races with the end of its session", () => {
  it.each(Object.keys(LASTING))("creates nothing that outlives the session: %s", async (what) => {
    const ctx = await signedIn();
    const leave = await LASTING[what]?.(ctx);
    const before = await listFactors(context(database.db, actingUser(user)));
    await revokeSessionsOf({ ...anyone(), actor: SYSTEM }, { userId: user.id });
    await expect(leave?.()).rejects.toMatchObject({ code: "unauthorized" });
    expect(await listFactors(context(database.db, actingUser(user)))).toEqual(before);
    expect((await sessionsOf()).filter(({ revokedAt }) => revokedAt === null)).toEqual([]);
    expect(await database.db.select().from(accountLinks).where(eq(accountLinks.userId, user.id))).toEqual([]);
  });
});

describe("a factor removed during sign-in", () => {
  it("opens no session: an operator's reset ends pending sign-ins too", async () => {
    const { authenticator } = await givePasskey(anyone(), user);
    const { options, challenge } = await createSignInChallenge(anyone());
    const passkey = authenticator.get(options);
    // The reset happens between the passkey's response and the session.
    const limitsOfArrival = Object.assign(new MemoryStore({ nowMs: () => 0 }), {
      attempt: async () => {
        await resetFactors(context(database.db, SYSTEM), { email: user.email });
        return { admitted: true, token: "1" } as const;
      },
    });
    const arriving = context(database.db, ANONYMOUS, NOW, { limits: limitsOfArrival });
    await expect(signInWithPasskey(arriving, { passkey, challenge, ...ARRIVING })).rejects.toMatchObject({
      code: "unauthorized",
    });
    expect(await sessionsOf()).toEqual([]);
    await expect(
      openBrowserSession(anyone(), { ...ARRIVING, userId: user.id, by: "password and code", strong: true }),
    ).rejects.toMatchObject({ code: "unauthorized" });
  });

  it("and a password checked while the first factor was added do not re-authenticate", async () => {
    const ctx = await signedIn();
    const limitsOfProof = Object.assign(new MemoryStore({ nowMs: () => 0 }), {
      withdraw: async () => {
        await giveApp(anyone(), user);
      },
    });
    await expect(
      reauthenticate({ ...ctx, limits: limitsOfProof }, { kind: "password", answer: { password: PASSWORD } }),
    ).rejects.toThrow(/this way/);
    expect(await sessionsOf()).toMatchObject([{ strong: false, proofHash: null }]);
  });
});

describe("a single-use challenge or pending sign-in", () => {
  it.each([-1, 1, 4])("cannot be replayed %i s after its expiry", async (seconds) => {
    // A passkey without a counter, such as a synced one.
    const authenticator = createAuthenticator({ origin: anyone().baseUrl, counts: false });
    await givePasskey(anyone(), user, { authenticator });
    const { options, challenge } = await createSignInChallenge(anyone());
    const passkey = authenticator.get(options);
    await signInWithPasskey(anyone(), { passkey, challenge, ...ARRIVING });
    const again = anyone(later(5 * MINUTE_MS + seconds * SECOND_MS));
    await expect(signInWithPasskey(again, { passkey, challenge, ...ARRIVING })).rejects.toMatchObject({
      field: "passkey",
    });
    expect(await sessionsOf()).toHaveLength(1);
  });

  it("is forgotten a day after its expiry", async () => {
    const { show } = await giveApp(anyone(), user);
    const finish = async (now: Date) => {
      const pending = await beginPendingSignIn(anyone(now), { userId: user.id, by: "password" });
      await finishSignIn(anyone(now), { pending: pending ?? undefined, factor: { code: show(now) }, ...ARRIVING });
    };
    await database.db.delete(spentTokens);
    await finish(NOW);
    await finish(later(24 * 60 * MINUTE_MS + 11 * MINUTE_MS));
    expect(await database.db.$count(spentTokens)).toBe(1);
  });
});

it("a password reset gives its browser no extra attempts at codes", async () => {
  const { show } = await giveApp(anyone(), user);
  const give = async (code: string) => {
    const pending = (await beginPendingSignIn(anyone(), { userId: user.id, by: "password" })) ?? undefined;
    const device = await rememberDevice(anyone(), { userId: user.id, device: null, signedIn: false });
    return finishSignIn(anyone(), { pending, factor: { code }, userAgent: "Firefox", device });
  };
  for (let time = 0; time < 5; time++) await expect(give("000000")).rejects.toMatchObject({ field: "code" });
  await expect(give(show(NOW))).rejects.toMatchObject({ code: "rate_limited" });
});

it("a right password without the second factor is audited for the account's owner", async () => {
  await giveApp(anyone(), user);
  for (let time = 0; time < 3; time++) await beginPendingSignIn(anyone(), { userId: user.id, by: "password" });
  await settleFailedLoginAudits();
  const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.targetId, user.id));
  expect(entries.filter(({ action }) => action === "account.second_step_asked")).toMatchObject([
    { actorKind: "system", diff: { "times in this hour": [null, 1] } },
  ]);
  expect(entries.map(({ action }) => action)).not.toContain("account.signed_in");
});

it("an archived brand still requires two-factor sign-in from its owners", async () => {
  const brand = await createBrandFixture(database.db, { members: { [user.id]: "owner" } });
  await database.db.update(brands).set({ membersNeedTwoFactor: true, archivedAt: NOW }).where(eq(brands.id, brand.id));
  const weak = await signedIn();
  const key = { brandId: brand.id };
  for (const act of [
    () => scheduleBrandDeletion(weak, { ...key, typedSlug: brand.slug }),
    () => cancelBrandDeletion(weak, key),
    () => restoreBrand(weak, key),
  ])
    await expect(act()).rejects.toThrow(/two-factor sign-in/);
  const strong = { ...weak, actor: { ...weak.actor, session: { ...weak.actor.session, strong: true } } };
  await scheduleBrandDeletion(strong, { ...key, typedSlug: brand.slug });
  await restoreBrand(strong, key);
});

it("people who must use the company's provider cannot add a factor", async () => {
  const ctx = {
    ...(await signedIn()),
    companySignIn: { issuer: "https://id.example.com", name: "Acme", onlyDomains: [] },
  };
  const { key, setUp } = await beginAuthenticatorApp(ctx);
  const domain = user.email.slice(user.email.indexOf("@") + 1);
  const only = { ...ctx, companySignIn: { ...ctx.companySignIn, onlyDomains: [domain] } };
  await expect(confirmAuthenticatorApp(only, { setUp, code: appOf(key)(NOW) })).rejects.toThrow(
    /can only sign in with/,
  );
  await confirmAuthenticatorApp(ctx, { setUp, code: appOf(key)(NOW) });
});

it("the role claim adds nobody who was deactivated or erased since the sign-in", async () => {
  const brand = await createBrandFixture(database.db, {});
  await database.db.update(users).set({ deactivatedAt: NOW }).where(eq(users.id, user.id));
  const claim = [`${brand.slug}:owner`];
  await joinByRoleClaim(context(database.db, actingUser(user)), { claim, roles: ["owner"] });
  expect(await database.db.$count(memberships, eq(memberships.brandId, brand.id))).toBe(0);
});
