import { eq } from "drizzle-orm";
import { UnsecuredJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { accounts, auditEntries, memberships, sessions, users } from "@/db/schema";
import { authenticateSessionCookie, hashPassword } from "@/lib/access/server";
import { log } from "@/lib/platform/log";
import type { Services } from "@/lib/runtime/context";
import { authOptions } from "@/lib/web/auth/auth-options";
import type { OidcEnv } from "@/lib/web/auth/providers";
import { csrfCookieName } from "@/lib/web/auth/session-jwt";
import { askNextAuth, type Cookies } from "../support/ask-next-auth";
import { configure } from "../support/configure";
import { createTestDatabase } from "../support/database";
import { ANONYMOUS, context, createBrandFixture, createUser } from "../support/fixtures";
import { type Claims, type IdentityProvider, startIdentityProvider } from "../support/identity-provider";

const HUB = "http://hub.test";
const SESSION = "next-auth.session-token";
const PASSWORD = "a few plain words";

let database: OpenDatabase;
let idp: IdentityProvider;
let thin: IdentityProvider;
beforeAll(async () => {
  log.level = "silent";
  configure({ NEXTAUTH_URL: HUB });
  database = await createTestDatabase();
  const redirectUri = `${HUB}/api/auth/callback/oidc`;
  idp = await startIdentityProvider({ redirectUri });
  thin = await startIdentityProvider({ redirectUri, thin: true });
});
afterAll(async () => {
  await idp.close();
  await thin.close();
  await database.close();
});
beforeEach(() => {
  idp.state.tamper = null;
});

interface Setting {
  at?: IdentityProvider;
  env?: OidcEnv;
  services?: Partial<Services>;
  /** Moves the hub's clock. */
  laterMs?: number;
}

const settingOf = ({ at = idp, env = {}, services = {}, laterMs = 0 }: Setting) => {
  const oidc = {
    OIDC_ISSUER: at.issuer,
    OIDC_CLIENT_ID: at.client.id,
    OIDC_CLIENT_SECRET: at.client.secret,
    OIDC_NAME: "Acme",
    ...env,
  };
  const companySignIn = { issuer: oidc.OIDC_ISSUER, name: "Acme", onlyDomains: [] };
  const ctx = () =>
    context(database.db, ANONYMOUS, new Date(Date.now() + laterMs), { baseUrl: HUB, companySignIn, ...services });
  return { oidc, ctx };
};

class HubBrowser {
  cookies: Cookies = {};

  constructor(private readonly setting: Setting = {}) {}

  get(path: string, query: Cookies = {}) {
    return this.ask(path, { query });
  }

  async post(path: string, form: Cookies) {
    await this.get("csrf");
    return this.ask(path, { form: { ...form, csrfToken: this.cookies[csrfCookieName(HUB)]?.split("|")[0] ?? "" } });
  }

  /** Options for one request, as the hub's route makes them. */
  private async ask(path: string, sent: { form?: Cookies; query?: Cookies }) {
    const { oidc, ctx } = settingOf(this.setting);
    const session = this.cookies[SESSION];
    const options = authOptions({
      ctx: ctx(),
      providers: oidc,
      reauthenticating: path.startsWith("signin") && session !== undefined,
      session,
      csrfCookie: this.cookies[csrfCookieName(HUB)],
      userAgent: "Firefox",
      device: null,
      setDevice: () => {},
      setReauthToken: () => {},
      setPendingSignIn: () => {},
      setRetryAfter: () => {},
      setActiveBrand: () => {},
    });
    const { cookies, location } = await askNextAuth(path, { options, cookies: this.cookies, ...sent });
    this.cookies = cookies;
    return { location };
  }
}

let counter = 0;
function person(claims: Claims = {}, at = idp) {
  counter += 1;
  const login = `person-${counter}`;
  const email = `${login}@example.org`;
  at.people.set(login, { email, email_verified: true, name: "Ana Acme", ...claims });
  return { login, email };
}

/** Goes to the provider and back; returns where the hub redirects. */
async function roundTrip(browser: HubBrowser, login: string, visit = idp.browser()) {
  const { location } = await browser.post("signin/oidc", { callbackUrl: `${HUB}/account` });
  if (!location?.startsWith("http://127.0.0.1")) return { location, asked: false, sent: new URL(location ?? HUB) };
  const { back, asked } = await visit(location, login);
  const answer = await browser.get("callback/oidc", Object.fromEntries(back.searchParams));
  return { location: answer.location, asked, sent: new URL(location) };
}

/** The error code of the sign-in page, or null. */
const errorIn = (location: string | null): string | null => new URL(location ?? "", HUB).searchParams.get("error");

const userOf = async (email: string) => (await database.db.select().from(users).where(eq(users.email, email)))[0];
const linksOf = (userId: string) => database.db.select().from(accounts).where(eq(accounts.userId, userId));
const signedIn = async (browser: HubBrowser) =>
  (await authenticateSessionCookie(settingOf({}).ctx(), { cookie: browser.cookies[SESSION] ?? "" }))?.actor.userId;

describe("signing in at the company's provider", () => {
  it("redirects with PKCE, state and nonce, and opens a session for the issuer's subject", async () => {
    const { login, email } = person();
    const browser = new HubBrowser();
    const { location, sent } = await roundTrip(browser, login);
    expect(Object.fromEntries(sent.searchParams)).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/./),
      nonce: expect.stringMatching(/./),
      scope: "openid email profile",
    });
    expect(sent.searchParams.has("prompt")).toBe(false);
    expect(location).toBe(`${HUB}/account`);
    const user = await userOf(email);
    expect(await signedIn(browser)).toBe(user?.id);
    expect(user).toMatchObject({ name: "Ana Acme", passwordHash: null, emailVerifiedAt: expect.any(Date) });
    expect(await linksOf(user?.id ?? "")).toMatchObject([{ provider: idp.issuer, providerAccountId: login }]);
    const entries = await database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.actorId, user?.id ?? ""));
    expect(entries.map(({ action, diff }) => [action, diff?.by])).toContainEqual(["account.signed_in", [null, "oidc"]]);
  });

  it("reads the email from userinfo if the ID token has none", async () => {
    const { login, email } = person({}, thin);
    const browser = new HubBrowser({ at: thin });
    expect((await roundTrip(browser, login, thin.browser())).location).toBe(`${HUB}/account`);
    expect(await signedIn(browser)).toBe((await userOf(email))?.id);
    expect(thin.state.asked).toContain("/me");
    expect(idp.state.asked).not.toContain("/me");
  });

  it("identifies people by issuer and subject, so a changed email opens no other account", async () => {
    const { login, email } = person();
    await roundTrip(new HubBrowser(), login);
    const other = await createUser(database.db, { email: "somebody-else@example.org" });
    idp.people.set(login, { email: other.email, email_verified: true });
    const browser = new HubBrowser();
    await roundTrip(browser, login);
    expect(await signedIn(browser)).toBe((await userOf(email))?.id);
    expect(await linksOf(other.id)).toEqual([]);
  });

  it("treats an equal subject of another issuer as someone else", async () => {
    const { login, email } = person();
    await roundTrip(new HubBrowser(), login);
    thin.people.set(login, { email: `other-${email}`, email_verified: true });
    const browser = new HubBrowser({ at: thin });
    await roundTrip(browser, login, thin.browser());
    expect(await signedIn(browser)).toBe((await userOf(`other-${email}`))?.id);
  });

  it("gives the next owner of an email no access to the previous owner's account", async () => {
    const { login, email } = person();
    await roundTrip(new HubBrowser(), login);
    idp.people.delete(login);
    const next = person({ email });
    const browser = new HubBrowser();
    expect(errorIn((await roundTrip(browser, next.login)).location)).toBe("OtherIdentityLinked");
    expect(await signedIn(browser)).toBeUndefined();
    expect(await linksOf((await userOf(email))?.id ?? "")).toHaveLength(1);
  });

  it("refuses a deactivated person, linked or not", async () => {
    const { login, email } = person();
    await roundTrip(new HubBrowser(), login);
    await database.db.update(users).set({ deactivatedAt: new Date() }).where(eq(users.email, email));
    const browser = new HubBrowser();
    expect(errorIn((await roundTrip(browser, login)).location)).toBe("AccountDeactivated");
    expect(browser.cookies).not.toHaveProperty(SESSION);
  });
});

describe("email verification", () => {
  const VERIFIED = { said: true, absent: undefined, denied: false, text: "true" };
  const TABLE = [
    ["said", false, true],
    ["absent", false, false],
    ["denied", false, false],
    ["text", false, false],
    ["said", true, true],
    ["absent", true, true],
    ["denied", true, false],
    ["text", true, false],
  ] as const;
  it.each(TABLE)("where email_verified is %s and OIDC_TRUST_EMAIL is %s: %s", async (said, trusted, linked) => {
    for (const at of [idp, thin]) {
      const { login, email } = person({ email_verified: VERIFIED[said] }, at);
      const user = await createUser(database.db, { email });
      const browser = new HubBrowser({ at, env: { OIDC_TRUST_EMAIL: trusted } });
      const { location } = await roundTrip(browser, login, at.browser());
      expect(errorIn(location)).toBe(linked ? null : "EmailNotVerified");
      expect(await signedIn(browser)).toBe(linked ? user.id : undefined);
      expect(await linksOf(user.id)).toHaveLength(linked ? 1 : 0);
    }
  });
});

describe("the hub refuses an ID token", () => {
  const hour = 3600;
  const TAMPERED: Record<string, IdentityProvider["state"]["tamper"]> = {
    "for another client": (claims, sign) => sign({ ...claims, aud: "another-client" }),
    "with another nonce": (claims, sign) => sign({ ...claims, nonce: "of another sign-in" }),
    "without a nonce": ({ nonce: _, ...claims }, sign) => sign(claims),
    "of another issuer": (claims, sign) => sign({ ...claims, iss: "https://login.example.com" }),
    expired: (claims, sign) =>
      sign({ ...claims, iat: Number(claims.iat) - 2 * hour, exp: Number(claims.exp) - 2 * hour }),
    "that is not valid yet": (claims, sign) => sign({ ...claims, nbf: Number(claims.iat) + hour }),
    "signed by another issuer's key": (claims, sign) => sign(claims, "stranger"),
    "without a signature": async (claims) => new UnsecuredJWT(claims).encode(),
    "with a changed payload": async (claims, sign) => {
      const [header, , signature] = (await sign(claims)).split(".");
      const changed = Buffer.from(JSON.stringify({ ...claims, sub: "administrator" })).toString("base64url");
      return [header, changed, signature].join(".");
    },
    "without a subject": ({ sub: _, ...claims }, sign) => sign(claims),
    "with a subject beyond 255 characters": (claims, sign) => sign({ ...claims, sub: "x".repeat(256) }),
  };

  it.each(Object.keys(TAMPERED))("%s", async (how) => {
    const { login, email } = person();
    idp.state.tamper = TAMPERED[how] ?? null;
    const browser = new HubBrowser();
    expect(errorIn((await roundTrip(browser, login)).location)).toBe("OAuthCallback");
    expect(browser.cookies).not.toHaveProperty(SESSION);
    expect(await userOf(email)).toBeUndefined();
    idp.state.tamper = (claims, sign) => sign(claims);
    expect((await roundTrip(browser, login)).location).toBe(`${HUB}/account`);
  });

  it("whose issuer is not OIDC_ISSUER, even with a valid signature", async () => {
    const { login } = person();
    const browser = new HubBrowser({ env: { OIDC_ISSUER: `${idp.issuer}/` } });
    expect(errorIn((await roundTrip(browser, login)).location)).toBe("OAuthCallback");
  });

  it("in a browser that did not start the sign-in", async () => {
    const { login } = person();
    const asking = new HubBrowser();
    const { location } = await asking.post("signin/oidc", {});
    const { back } = await idp.browser()(location ?? "", login);
    const victim = new HubBrowser();
    const answer = await victim.get("callback/oidc", Object.fromEntries(back.searchParams));
    expect(errorIn(answer.location)).toBe("OAuthCallback");
    expect(victim.cookies).not.toHaveProperty(SESSION);
  });
});

it("a provider that is down leads back to the sign-in page with an explained error code", async () => {
  const browser = new HubBrowser({ env: { OIDC_ISSUER: "http://127.0.0.1:9" } });
  const { location } = await browser.post("signin/oidc", {});
  expect(errorIn(location)).toBe("OAuthSignin");
});

describe("re-authentication at the company's provider", () => {
  const LATER = { laterMs: 2 * 60_000 };
  const provedAt = async (email: string) => {
    const [row] = await database.db
      .select({ provedAt: sessions.provedAt })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(eq(users.email, email));
    return row?.provedAt.getTime() ?? 0;
  };

  /** A user signed in to the hub and the provider. */
  async function signedInBefore(setting: Setting = LATER) {
    const { login, email } = person();
    const visit = idp.browser();
    const first = new HubBrowser();
    await roundTrip(first, login, visit);
    const browser = new HubBrowser(setting);
    Object.assign(browser.cookies, first.cookies);
    return { login, email, visit, browser, cookie: first.cookies[SESSION], before: await provedAt(email) };
  }

  it("makes the provider ask again, keeps the session and renews the re-authentication", async () => {
    const { login, email, visit, browser, cookie, before } = await signedInBefore();
    const { location, asked, sent } = await roundTrip(browser, login, visit);
    expect(sent.searchParams.get("prompt")).toBe("login");
    expect(sent.searchParams.get("max_age")).toBe("0");
    expect({ location, asked }).toEqual({ location: `${HUB}/account`, asked: true });
    expect(browser.cookies[SESSION]).toBe(cookie);
    expect((await provedAt(email)) - before).toBeGreaterThan(60_000);
  });

  it("fails when the provider did not ask again", async () => {
    const { login, email, visit, browser, before } = await signedInBefore({ laterMs: 10 * 60_000 });
    const { location } = await browser.post("signin/oidc", {});
    const unasked = new URL(location ?? "");
    unasked.searchParams.delete("prompt");
    unasked.searchParams.set("max_age", "3600");
    const { back, asked } = await visit(unasked.href, login);
    expect(asked).toBe(false);
    const answer = await browser.get("callback/oidc", Object.fromEntries(back.searchParams));
    expect(errorIn(answer.location)).toBe("ProvedLongAgo");
    expect(await provedAt(email)).toBe(before);
  });

  it("fails with another person's sign-in, and links and creates nothing", async () => {
    const { email, browser, before } = await signedInBefore();
    const other = person();
    expect((await roundTrip(browser, other.login)).location).toBe("/prove?error=OtherAccount");
    expect(await provedAt(email)).toBe(before);
    expect(await userOf(other.email)).toBeUndefined();
  });
});

it("the role claim in ID token or userinfo adds a member, only if it is configured", async () => {
  const env = { OIDC_ROLE_CLAIM: "hub_roles", OIDC_ROLES: ["editor", "viewer"] as const };
  for (const at of [idp, thin]) {
    const owner = await createUser(database.db);
    const brand = await createBrandFixture(database.db, { members: { [owner.id]: "owner" } });
    const { login, email } = person({ hub_roles: [`${brand.slug}:editor`, "no-such-brand:editor"] }, at);
    const roleOf = async () => {
      const [member] = await database.db
        .select({ role: memberships.role })
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.userId))
        .where(eq(users.email, email));
      return member?.role;
    };
    await roundTrip(new HubBrowser({ at }), login, at.browser());
    expect(await roleOf()).toBeUndefined();
    const { location } = await roundTrip(new HubBrowser({ at, env }), login, at.browser());
    expect(location).toBe(`${HUB}/account`);
    expect(await roleOf()).toBe("editor");
  }
});

it("a password set on an unverified email ends with its owner's first provider sign-in", async () => {
  const { login, email } = person();
  const user = await createUser(database.db, { email, passwordHash: await hashPassword(PASSWORD) });
  await roundTrip(new HubBrowser(), login);
  expect(await userOf(email)).toMatchObject({ id: user.id, passwordHash: null });
});
