import { eq } from "drizzle-orm";
import type { Account, AuthOptions, Profile, User } from "next-auth";
import type { CredentialsConfig } from "next-auth/providers/credentials";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { accounts, sessions } from "@/db/schema";
import { authenticateSessionToken, hashPassword } from "@/lib/access/server";
import { environmentSecrets } from "@/lib/platform/config/tool-secrets";
import { MemoryStore } from "@/lib/platform/limits/memory-store";
import { log } from "@/lib/platform/log";
import { authOptions } from "@/lib/web/auth/auth-options";
import { openTestDatabase } from "@/tests/support/database";
import { giveApp } from "@/tests/support/factors";
import { ANONYMOUS, context, createBrandFixture, createUser, NOW } from "@/tests/support/fixtures";
import { readJwt } from "@/tests/support/forge-jwt";

const PASSWORD = "correct horse battery staple";
const HTTPS = "https://hub.example.com";
const SESSION_SECRET = "a secret for session tokens, 32+ characters";

const database = openTestDatabase();
let passwordHash: string;
beforeAll(async () => {
  log.level = "silent";
  passwordHash = await hashPassword(PASSWORD);
});

let activeBrand: (string | null)[];
let devices: string[];
let proofs: string[];
let halves: string[];
let waits: number[];
let limits: MemoryStore;
beforeEach(() => {
  activeBrand = [];
  devices = [];
  proofs = [];
  halves = [];
  waits = [];
  limits = new MemoryStore({ nowMs: () => 0 });
});

const secrets = { ...environmentSecrets, session: [SESSION_SECRET] };
const anyone = (baseUrl = HTTPS, db = database.db) =>
  context(db, ANONYMOUS, NOW, { limits, secrets, baseUrl, clientIp: "192.0.2.7" });

const optionsFor = (
  baseUrl = HTTPS,
  db = database.db,
  { session, now = NOW }: { session?: string; now?: Date } = {},
): AuthOptions =>
  authOptions({
    ctx: { ...anyone(baseUrl, db), now },
    session,
    providers: {},
    userAgent: "Firefox",
    device: null,
    setDevice: (token) => {
      devices.push(token);
    },
    setReauthToken: (proof) => {
      proofs.push(proof);
    },
    setPendingSignIn: (token) => {
      halves.push(token);
    },
    setRetryAfter: (seconds) => {
      waits.push(seconds);
    },
    setActiveBrand: (slug) => {
      activeBrand.push(slug);
    },
  });

/** Runs next-auth's callbacks up to the cookie's value. */
async function sessionCookieFor(
  account: Partial<Account>,
  user: User & { passwordHash?: string | null },
  profile?: Profile & { email_verified?: boolean },
) {
  const { callbacks, jwt } = optionsFor();
  const whole: Account = { provider: "credentials", type: "credentials", providerAccountId: user.id, ...account };
  const token = await callbacks?.jwt?.({ token: {}, user, account: whole, profile, trigger: "signIn" });
  return (await jwt?.encode?.({ token, secret: "unused" })) ?? "";
}

const authorize = (email: unknown, password: unknown, db = database.db) => {
  const [provider] = optionsFor(HTTPS, db).providers;
  const { options } = provider as { options: CredentialsConfig };
  return options.authorize({ email, password } as Record<string, string>, { method: "POST" });
};

describe("the provider credentials", () => {
  it("return the user for the right password, and null otherwise", async () => {
    const user = await createUser(database.db, { passwordHash });
    expect(await authorize(user.email, PASSWORD)).toMatchObject({ id: user.id });
    expect(await authorize(user.email, "wrong")).toBeNull();
    expect(await authorize(user.email, undefined)).toBeNull();
    expect(await authorize(["a@example.com"], { length: 3 })).toBeNull();
  });

  it("give the wait in the error code and Retry-After", async () => {
    for (let time = 0; time < 5; time++) await authorize("nobody@example.com", "wrong");
    await expect(authorize("nobody@example.com", "wrong")).rejects.toThrow(/^SignInThrottled-60$/);
    expect(waits).toEqual([60]);
  });

  it("hide internal failures from the browser", async () => {
    const broken = new Proxy(database.db, {
      get: () => {
        throw new Error("password of the database");
      },
    });
    await expect(authorize("a@example.com", "x", broken)).rejects.toThrow(/^SignInFailed$/);
  });
});

describe("signing in", () => {
  it("opens a browser session whose cookie also works as a Bearer token", async () => {
    const user = await createUser(database.db, { passwordHash });
    const token = await sessionCookieFor({}, user);
    const live = await authenticateSessionToken(anyone(), { token });
    expect(live?.actor).toMatchObject({ kind: "user", userId: user.id });
    const [row] = await database.db.select().from(sessions).where(eq(sessions.userId, user.id));
    expect(row).toMatchObject({
      id: live?.actor.session.sid,
      kind: "browser",
      userAgent: "Firefox",
      clientIp: "192.0.2.7",
      createdAt: NOW,
    });
    expect(Object.keys(readJwt(token).claims)).not.toContain("email");
    expect(devices).toHaveLength(1);
    expect(proofs).toHaveLength(1);
  });

  it("opens no session if the password changed since it was verified", async () => {
    const user = await createUser(database.db, { passwordHash });
    await expect(sessionCookieFor({}, { ...user, passwordHash: "another hash" })).rejects.toThrow(/^SignInFailed$/);
    await expect(sessionCookieFor({}, { id: user.id })).rejects.toThrow(/^SignInFailed$/);
    expect(await database.db.$count(sessions, eq(sessions.userId, user.id))).toBe(0);
  });

  it("sets the active brand cookie, and clears it for a user without brands", async () => {
    const user = await createUser(database.db, { passwordHash });
    const brand = await createBrandFixture(database.db, { members: { [user.id]: "owner" } });
    await sessionCookieFor({}, user);
    const loner = await createUser(database.db, { passwordHash });
    await sessionCookieFor({}, loner);
    expect(activeBrand).toEqual([brand.slug, null]);
  });

  it("with a provider uses its verified email, never its own id as user id", async () => {
    const user = await createUser(database.db);
    const account: Account = { provider: "google", type: "oauth", providerAccountId: "1234567890" };
    const profile = { email: user.email, email_verified: true };
    const given = { id: account.providerAccountId, name: "Ada", email: user.email };
    const token = await sessionCookieFor(account, given, profile);
    expect(readJwt(token).claims.sub).toBe(user.id);
  });

  it("opens no session for an account with a second factor, by password or GitHub", async () => {
    const user = await createUser(database.db, { passwordHash, emailVerifiedAt: NOW });
    await giveApp(anyone(), user);
    const { callbacks } = optionsFor();
    const account: Account = { type: "credentials", provider: "credentials", providerAccountId: user.id };
    expect(await callbacks?.signIn?.({ user, account })).toBe("/sign-in/second-step");
    const github: Account = { type: "oauth", provider: "github", providerAccountId: `two-step-${user.id}` };
    const profile = { email: user.email, email_verified: true };
    expect(await callbacks?.signIn?.({ user, account: github, profile })).toBe("/sign-in/second-step");
    expect(halves).toHaveLength(2);
    await expect(sessionCookieFor({}, user)).rejects.toThrow();
    await expect(sessionCookieFor(github, user, profile)).rejects.toThrow();
    expect(await database.db.$count(sessions, eq(sessions.userId, user.id))).toBe(0);
  });

  it("without a second factor opens a session directly", async () => {
    const user = await createUser(database.db, { passwordHash });
    const account: Account = { type: "credentials", provider: "credentials", providerAccountId: user.id };
    expect(await optionsFor().callbacks?.signIn?.({ user, account })).toBe(true);
    expect(halves).toEqual([]);
  });

  it.each([[false], [undefined], ["true"]])(
    "with a provider is refused when email_verified is %j",
    async (verified) => {
      const user = await createUser(database.db);
      const account: Account = { provider: "github", type: "oauth", providerAccountId: `unverified-${verified}` };
      const profile = { email: user.email, email_verified: verified };
      const given = { id: account.providerAccountId, email: user.email };
      const signIn = await optionsFor().callbacks?.signIn?.({ user: given, account, profile });
      expect(signIn).toBe("/sign-in?error=EmailNotVerified");
      expect(await database.db.$count(sessions, eq(sessions.userId, user.id))).toBe(0);
    },
  );
});

describe("the session cookie", () => {
  it("is HttpOnly, SameSite=Lax, without Domain, ends in session-token, and cannot be set by another host on https", () => {
    expect(optionsFor().cookies?.sessionToken).toEqual({
      name: "__Host-next-auth.session-token",
      options: { httpOnly: true, sameSite: "lax", path: "/", secure: true },
    });
    const plain = optionsFor("http://localhost:3000").cookies?.sessionToken;
    expect(plain).toMatchObject({ name: "next-auth.session-token", options: { secure: false } });
    expect(plain?.options).not.toHaveProperty("domain");
  });

  it("is small enough never to be split", async () => {
    const user = await createUser(database.db, { passwordHash });
    expect((await sessionCookieFor({}, user)).length).toBeLessThan(600);
  });

  it("decodes only while the session is active, and re-encodes to the same string", async () => {
    const user = await createUser(database.db, { name: "Ada", passwordHash });
    const token = await sessionCookieFor({}, user);
    const { jwt } = optionsFor();
    const decoded = await jwt?.decode?.({ token, secret: "unused" });
    expect(decoded).toMatchObject({ sub: user.id, name: "Ada", email: user.email });
    expect(await jwt?.encode?.({ token: decoded ?? undefined, secret: "unused" })).toBe(token);
    await database.db.update(sessions).set({ revokedAt: NOW }).where(eq(sessions.userId, user.id));
    expect(await jwt?.decode?.({ token, secret: "unused" })).toBeNull();
    expect(await jwt?.decode?.({ token: "x", secret: "unused" })).toBeNull();
  });

  it("lasts 30 days, like its token", () => {
    const { session, jwt } = optionsFor();
    expect([session?.maxAge, jwt?.maxAge]).toEqual([30 * 24 * 60 * 60, 30 * 24 * 60 * 60]);
  });
});

describe("signing out", () => {
  const signOut = async (token: string) => {
    const { events, jwt } = optionsFor();
    const decoded = (await jwt?.decode?.({ token, secret: "unused" })) ?? {};
    await events?.signOut?.({ token: decoded, session: { expires: "" } });
  };

  it("revokes the session and clears the active brand", async () => {
    const user = await createUser(database.db, { passwordHash });
    const token = await sessionCookieFor({}, user);
    activeBrand = [];
    await signOut(token);
    expect(await authenticateSessionToken(anyone(), { token })).toBeNull();
    expect(activeBrand).toEqual([null]);
  });

  it("with an old cookie still clears the active brand", async () => {
    await signOut("an old cookie");
    expect(activeBrand).toEqual([null]);
  });
});

it("next-auth's secret differs from the session token secret", () => {
  expect(optionsFor().secret).not.toContain(SESSION_SECRET);
});

it("a callback URL stays within the hub", async () => {
  const redirect = (url: string) => optionsFor().callbacks?.redirect?.({ url, baseUrl: HTTPS });
  expect(await redirect("/b/alder")).toBe(`${HTTPS}/b/alder`);
  expect(await redirect("https://evil.example.com/")).toBe(`${HTTPS}/`);
  expect(await redirect("//evil.example.com")).toBe(`${HTTPS}/`);
  expect(await redirect("not a url :")).toBe(`${HTTPS}/not%20a%20url%20:`);
});

describe("re-authenticating with a provider", () => {
  const oauth = { type: "oauth", provider: "github" } as const;

  async function signedInWithGitHub() {
    const user = await createUser(database.db);
    await database.db
      .insert(accounts)
      .values({ provider: "github", providerAccountId: user.id, userId: user.id, createdAt: NOW });
    const session = await sessionCookieFor({ ...oauth }, user, { email: user.email, email_verified: true });
    return { user, session };
  }

  /** Runs next-auth's callbacks after the provider's response, `seconds` after the sign-in. */
  async function answered(session: string, providerAccountId: string, seconds = 3600) {
    const now = new Date(NOW.getTime() + seconds * 1000);
    const { callbacks, jwt } = optionsFor(HTTPS, database.db, { session, now });
    const account: Account = { ...oauth, providerAccountId };
    const user = { id: providerAccountId };
    const allowed = await callbacks?.signIn?.({ account, user });
    if (allowed !== true) return allowed;
    const token = await callbacks?.jwt?.({ token: {}, user, account, trigger: "signIn" });
    return jwt?.encode?.({ token, secret: "unused" });
  }

  it("keeps the session and its cookie", async () => {
    const { user, session } = await signedInWithGitHub();
    const signedInWith = proofs.at(-1);
    expect(await answered(session, user.id)).toBe(session);
    expect(proofs).toHaveLength(2);
    expect(proofs.at(-1)).not.toBe(signedInWith);
    const rows = await database.db.select().from(sessions).where(eq(sessions.userId, user.id));
    expect(rows.map(({ provedAt }) => provedAt)).toEqual([new Date(NOW.getTime() + 3_600_000)]);
  });

  it("fails with another account and changes neither session nor re-authentication", async () => {
    const [mine, other] = [await signedInWithGitHub(), await signedInWithGitHub()];
    expect(await answered(mine.session, other.user.id)).toBe("/prove?error=OtherAccount");
    expect(await answered(mine.session, "somebody-unknown")).toBe("/prove?error=OtherAccount");
    expect(proofs).toHaveLength(2);
    const rows = await database.db.select().from(sessions).where(eq(sessions.userId, mine.user.id));
    expect(rows.map(({ provedAt }) => provedAt)).toEqual([NOW]);
  });

  it("opens a new session if the old one has ended", async () => {
    const { user, session } = await signedInWithGitHub();
    await database.db.update(sessions).set({ revokedAt: NOW }).where(eq(sessions.userId, user.id));
    const next = await answered(session, user.id);
    expect(next).not.toBe(session);
    expect(await database.db.$count(sessions, eq(sessions.userId, user.id))).toBe(2);
  });
});
