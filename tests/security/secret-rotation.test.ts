import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth from "next-auth";
import { decode } from "next-auth/jwt";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { hashPassword } from "@/lib/account/server";
import { authOptions } from "@/lib/auth/auth-options";
import { csrfCookieName } from "@/lib/auth/next-auth-secret";
import { environmentSecrets } from "@/lib/config/tool-secrets";
import { authenticateSessionToken } from "@/lib/sessions/server";
import { configure } from "@/tests/support/configure";
import { createTestDatabase } from "@/tests/support/database";
import { ANONYMOUS, context, createUser, NOW } from "@/tests/support/fixtures";

const OLD = "the former secret of sessions, 32+ characters";
const NEW = "the present secret of sessions, 32+ characters";
const PASSWORD = "a few plain words";
const BASE_URL = "https://hub.example.com";

let database: OpenDatabase;
beforeAll(async () => {
  configure({ NEXTAUTH_URL: BASE_URL });
  database = await createTestDatabase();
});
afterAll(() => database.close());

type Cookies = Record<string, string>;

function readCookie(header: string): Cookies {
  const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
  return { [name]: decodeURIComponent(value) };
}

const during = (session: string[]) => {
  const secrets = { ...environmentSecrets, session };
  const ctx = context(database.db, ANONYMOUS, NOW, { secrets, baseUrl: BASE_URL });
  const optionsFor = (cookies: Cookies) =>
    authOptions({
      ctx,
      providers: { GITHUB_ID: "id", GITHUB_SECRET: "secret" },
      userAgent: "Firefox",
      csrfCookie: cookies[csrfCookieName(BASE_URL)],
      device: null,
      setDevice: () => {},
      setRetryAfter: () => {},
      setActiveBrand: () => {},
    });
  return {
    ctx,
    optionsFor,
    /** One request to next-auth, as its own route handler makes it, and the cookies that the browser has afterwards. */
    async ask(path: string, { cookies = {}, form }: { cookies?: Cookies; form?: Cookies } = {}) {
      const kept = { ...cookies };
      const response = {
        status: () => response,
        getHeader: () => [],
        setHeader(name: string, value: string[]) {
          if (name === "Set-Cookie") for (const cookie of value) Object.assign(kept, readCookie(cookie));
          return response;
        },
        json: () => response,
        send: () => response,
        end: () => response,
      };
      const request = {
        query: { nextauth: path.split("/") },
        method: form ? "POST" : "GET",
        cookies,
        headers: {},
        body: form,
      };
      await NextAuth(request as unknown as NextApiRequest, response as unknown as NextApiResponse, optionsFor(cookies));
      return { cookies: kept };
    },
  };
};

const csrfTokenIn = (cookies: Cookies) => cookies[csrfCookieName(BASE_URL)]?.split("|")[0] ?? "";

it("keeps sessions in force, and gives their cookie the new signature when next-auth writes it again", async () => {
  const user = await createUser(database.db, { passwordHash: await hashPassword(PASSWORD) });
  const before = during([OLD]);
  const { cookies } = await before.ask("csrf");
  const form = { csrfToken: csrfTokenIn(cookies), email: user.email, password: PASSWORD, json: "true" };
  const signedIn = await before.ask("callback/credentials", { cookies, form });
  const token = signedIn.cookies["__Host-next-auth.session-token"] ?? "";
  expect((await authenticateSessionToken(before.ctx, { token }))?.actor.userId).toBe(user.id);

  const rotating = during([NEW, OLD]);
  expect((await authenticateSessionToken(rotating.ctx, { token }))?.actor.userId).toBe(user.id);
  const asked = await rotating.ask("session", { cookies: signedIn.cookies });
  const renewed = asked.cookies["__Host-next-auth.session-token"] ?? "";
  expect(renewed).not.toBe(token);

  const after = during([NEW]);
  expect(await authenticateSessionToken(after.ctx, { token })).toBeNull();
  expect((await authenticateSessionToken(after.ctx, { token: renewed }))?.actor.userId).toBe(user.id);
});

it("lets whoever opened the sign-in page before it send the form after it", async () => {
  const user = await createUser(database.db, { passwordHash: await hashPassword(PASSWORD) });
  const { cookies } = await during([OLD]).ask("csrf");
  const form = { csrfToken: csrfTokenIn(cookies), email: user.email, password: PASSWORD, json: "true" };
  const signedIn = await during([NEW, OLD]).ask("callback/credentials", { cookies, form });
  expect(signedIn.cookies["__Host-next-auth.session-token"]).toBeTruthy();
  const tooLate = await during([NEW]).ask("callback/credentials", { cookies, form });
  expect(tooLate.cookies["__Host-next-auth.session-token"]).toBeUndefined();
});

it("lets whoever went to a provider before it come back after it", async () => {
  const { cookies } = await during([OLD]).ask("csrf");
  const form = { csrfToken: csrfTokenIn(cookies) };
  const leaving = await during([OLD]).ask("signin/github", { cookies, form });
  const [name = "", token] = Object.entries(leaving.cookies).find(([key]) => key.endsWith(".state")) ?? [];
  const secretAfter = (session: string[]) => during(session).optionsFor(leaving.cookies).secret ?? "";
  expect(await decode({ token, salt: name, secret: secretAfter([NEW, OLD]) })).toMatchObject({ provider: "github" });
  await expect(decode({ token, salt: name, secret: secretAfter([NEW]) })).rejects.toThrow();
});

it("starts whoever begins now on the first secret", async () => {
  const { cookies } = await during([NEW, OLD]).ask("csrf");
  const after = await during([NEW]).ask("csrf", { cookies });
  expect(csrfTokenIn(after.cookies)).toBe(csrfTokenIn(cookies));
});
