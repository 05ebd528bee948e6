import { createServer } from "node:http";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { accounts, sessions } from "@/db/schema";
import { openBrowserSession, signSessionToken } from "@/lib/access/server";
import { log } from "@/lib/platform/log";
import { authOptions } from "@/lib/web/auth/auth-options";
import { sessionCookie } from "@/lib/web/auth/cookies";
import { csrfCookieName } from "@/lib/web/auth/session-jwt";
import { askNextAuth, type Cookies } from "@/tests/support/ask-next-auth";
import { configure } from "@/tests/support/configure";
import { createTestDatabase } from "@/tests/support/database";
import { ANONYMOUS, context, createUser, NOW } from "@/tests/support/fixtures";
import { type Listening, listen } from "@/tests/support/listen";

const BASE_URL = "https://hub.example.com";
const PATIENCE_MS = 16 * 60_000;

let database: OpenDatabase;
let provider: Listening;
/** The person at the provider. */
let known = "";
beforeAll(async () => {
  log.level = "silent";
  configure({ NEXTAUTH_URL: BASE_URL });
  database = await createTestDatabase();
  provider = await listen(
    createServer(({ url }, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(url === "/token" ? { access_token: "x", token_type: "bearer" } : { id: known }));
    }),
  );
});
afterAll(async () => {
  await provider.close();
  await database.close();
});

/** A user who signs in at the provider, with their browser. */
async function person() {
  const user = await createUser(database.db);
  await database.db
    .insert(accounts)
    .values({ provider: "acme", providerAccountId: user.id, userId: user.id, createdAt: NOW });
  return { user, browser: await signedIn(user.id) };
}

async function signedIn(userId: string): Promise<Cookies> {
  const ctx = context(database.db, ANONYMOUS, NOW, { baseUrl: BASE_URL });
  const { claims } = await openBrowserSession(ctx, { userId, userAgent: null, by: "acme" });
  return { [sessionCookie(BASE_URL).name]: await signSessionToken(ctx, claims) };
}

let given: string[];
beforeEach(() => {
  given = [];
});

function optionsFor(cookies: Cookies) {
  const at = (path: string) => `http://127.0.0.1:${provider.port}/${path}`;
  const options = authOptions({
    ctx: context(database.db, ANONYMOUS, new Date(NOW.getTime() + PATIENCE_MS), { baseUrl: BASE_URL }),
    providers: {},
    userAgent: "Firefox",
    csrfCookie: cookies[csrfCookieName(BASE_URL)],
    session: cookies[sessionCookie(BASE_URL).name],
    device: null,
    setDevice: () => {},
    setReauthToken: (proof) => void given.push(proof),
    setPendingSignIn: () => {},
    setRetryAfter: () => {},
    setActiveBrand: () => {},
  });
  options.providers.push({
    id: "acme",
    name: "Acme",
    type: "oauth",
    checks: ["pkce", "state"],
    clientId: "hub",
    clientSecret: "secret",
    authorization: at("authorize"),
    token: at("token"),
    userinfo: at("userinfo"),
    profile: ({ id }: { id: string }) => ({ id, name: "Ada" }),
  });
  return options;
}

const ask = (path: string, cookies: Cookies, more: { form?: Cookies; query?: Cookies } = {}) =>
  askNextAuth(path, { options: optionsFor(cookies), cookies, ...more });

/** Starts a sign-in; returns the browser's cookies and the provider's callback. */
async function leave(browser: Cookies) {
  const { cookies } = await ask("csrf", browser);
  const csrfToken = cookies[csrfCookieName(BASE_URL)]?.split("|")[0] ?? "";
  const left = await ask("signin/acme", cookies, { form: { csrfToken } });
  return { cookies: left.cookies, state: new URL(left.location).searchParams.get("state") ?? "" };
}

const comeBack = async (cookies: Cookies, state: string) =>
  (await ask("callback/acme", cookies, { query: { code: "code", state } })).location;

const proofsOf = async (userId: string) => {
  const rows = await database.db.select().from(sessions).where(eq(sessions.userId, userId));
  return rows.filter(({ provedAt }) => provedAt > NOW).length;
};

it("a provider callback re-authenticates the session that started it", async () => {
  const ada = await person();
  known = ada.user.id;
  const { cookies, state } = await leave(ada.browser);
  expect(await comeBack(cookies, state)).not.toContain("error");
  expect(given).toHaveLength(1);
  expect(await proofsOf(ada.user.id)).toBe(1);
});

it.each([
  ["another session of the same person", async (userId: string) => signedIn(userId)],
  ["a session that began after a signed-out start", async (userId: string) => signedIn(userId), {}],
  ["a browser that has signed out since", async () => ({ [sessionCookie(BASE_URL).name]: "" })],
])("a provider callback neither re-authenticates nor signs in %s", async (_, arriving, leaving?: Cookies) => {
  const ada = await person();
  known = ada.user.id;
  const { cookies, state } = await leave(leaving ?? ada.browser);
  const location = await comeBack({ ...cookies, ...(await arriving(ada.user.id)) }, state);
  expect(location).toContain("error=OAuthCallback");
  expect(given).toEqual([]);
  expect(await proofsOf(ada.user.id)).toBe(0);
});

it("the provider state cookies have the __Host- prefix, so no subdomain can set them", async () => {
  const { cookies } = await leave({});
  expect(Object.keys(cookies).filter((name) => /state|pkce|nonce/.test(name))).toEqual([
    expect.stringMatching(/^__Host-hub-state\./),
    expect.stringMatching(/^__Host-hub-pkce\./),
  ]);
});
