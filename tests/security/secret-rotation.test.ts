import { decode } from "next-auth/jwt";
import { beforeAll, expect, it } from "vitest";
import { authenticateSessionToken, hashPassword } from "@/lib/access/server";
import { environmentSecrets } from "@/lib/platform/config/tool-secrets";
import { authOptions } from "@/lib/web/auth/auth-options";
import { csrfCookieName } from "@/lib/web/auth/session-jwt";
import { askNextAuth, type Cookies } from "@/tests/support/ask-next-auth";
import { configure } from "@/tests/support/configure";
import { openTestDatabase } from "@/tests/support/database";
import { ANONYMOUS, context, createUser, NOW } from "@/tests/support/fixtures";

const OLD = "the former secret of sessions, 32+ characters";
const NEW = "the present secret of sessions, 32+ characters";
const PASSWORD = "a few plain words";
const BASE_URL = "https://hub.example.com";

const database = openTestDatabase();
beforeAll(async () => {
  configure({ NEXTAUTH_URL: BASE_URL });
});

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
      setReauthToken: () => {},
      setPendingSignIn: () => {},
      setRetryAfter: () => {},
      setActiveBrand: () => {},
    });
  return {
    ctx,
    optionsFor,
    ask: (path: string, { cookies = {}, form }: { cookies?: Cookies; form?: Cookies } = {}) =>
      askNextAuth(path, { options: optionsFor(cookies), cookies, form }),
  };
};

const csrfTokenIn = (cookies: Cookies) => cookies[csrfCookieName(BASE_URL)]?.split("|")[0] ?? "";

it("keeps sessions valid when SESSION_SECRET rotates, and re-signs their cookies", async () => {
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

it("accepts a sign-in form that was opened before SESSION_SECRET rotated", async () => {
  const user = await createUser(database.db, { passwordHash: await hashPassword(PASSWORD) });
  const { cookies } = await during([OLD]).ask("csrf");
  const form = { csrfToken: csrfTokenIn(cookies), email: user.email, password: PASSWORD, json: "true" };
  const signedIn = await during([NEW, OLD]).ask("callback/credentials", { cookies, form });
  expect(signedIn.cookies["__Host-next-auth.session-token"]).toBeTruthy();
  const tooLate = await during([NEW]).ask("callback/credentials", { cookies, form });
  expect(tooLate.cookies["__Host-next-auth.session-token"]).toBeUndefined();
});

it("completes a provider sign-in that began before SESSION_SECRET rotated", async () => {
  const { cookies } = await during([OLD]).ask("csrf");
  const form = { csrfToken: csrfTokenIn(cookies) };
  const leaving = await during([OLD]).ask("signin/github", { cookies, form });
  const [name = "", token] = Object.entries(leaving.cookies).find(([key]) => key.startsWith("__Host-hub-state.")) ?? [];
  const secretAfter = (session: string[]) => during(session).optionsFor(leaving.cookies).secret ?? "";
  expect(await decode({ token, salt: name, secret: secretAfter([NEW, OLD]) })).toMatchObject({ provider: "github" });
  await expect(decode({ token, salt: name, secret: secretAfter([NEW]) })).rejects.toThrow();
});

it("signs new sign-ins with the first SESSION_SECRET", async () => {
  const { cookies } = await during([NEW, OLD]).ask("csrf");
  const after = await during([NEW]).ask("csrf", { cookies });
  expect(csrfTokenIn(after.cookies)).toBe(csrfTokenIn(cookies));
});
