import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { accounts, users } from "@/db/schema";
import type { CompanySignIn } from "@/lib/access";
import {
  acceptInvitation,
  authenticateSessionCookie,
  authenticateSessionToken,
  CompanySignInOnly,
  changeEmail,
  changePassword,
  companyDomainOf,
  hashPassword,
  inviteMember,
  issueNamedSessionToken,
  issueSession,
  joinByInvitation,
  listReauthOptions,
  makeResetLink,
  openBrowserSession,
  readAccount,
  reauthenticate,
  reauthenticateWithProvider,
  requestEmailChange,
  requestPasswordReset,
  resetPassword,
  signInWithPassword,
  signInWithProvider,
  signSessionToken,
  undoEmailChange,
} from "@/lib/access/server";
import type { Actor } from "@/lib/platform/context";
import { MemoryStore } from "@/lib/platform/limits/memory-store";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "../support/database";
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
import { withLink } from "../support/invitations";
import { tokenIn, withMail } from "../support/mailed";

const ISSUER = "https://login.example.com";
const PASSWORD = "a few plain words";
const NEXT = "ferry tulip brass onion";
const OFF: CompanySignIn = { issuer: ISSUER, name: "Acme", onlyDomains: [] };
const ON: CompanySignIn = { ...OFF, onlyDomains: ["acme.example", "xn--bcher-kva.example"] };

const database = openTestDatabase();
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});

let counter = 0;
/** A user from before the rule, with a password, GitHub, the company's provider and a session. */
async function scene(domain: string, companySignIn = ON) {
  counter += 1;
  const { db } = database;
  const email = `person-${counter}@${domain}`;
  const user = await createUser(db, { email, passwordHash, emailVerifiedAt: NOW });
  for (const provider of ["github", ISSUER])
    await db.insert(accounts).values({ provider, providerAccountId: user.id, userId: user.id, createdAt: NOW });
  const before = withMail(context(db, ANONYMOUS, NOW, { companySignIn: OFF }));
  const hub = <A extends Actor>(actor: A): Ctx<A> => ({ ...before.ctx, actor, companySignIn });
  const { sid } = await issueSession(before.ctx, { userId: user.id, source: { kind: "browser" } });
  const me = signedInUser(user, { sid });
  const linkTo = async (to: string, path: string) =>
    tokenIn((await before.mailed(to)).findLast(({ text }) => text.includes(path))?.text, path);
  return { db, email, user, before: before.ctx, hub, me, sid, linkTo };
}
type Scene = Awaited<ReturnType<typeof scene>>;

/** A provider's identity at its first sign-in. */
const newcomer = (provider: string, email: string) => ({
  provider,
  providerAccountId: `new-${email}`,
  verifiedEmail: email,
  name: "Ana",
});

async function invited({ db, before }: Scene, email: string) {
  const owner = await createUser(db);
  const brand = await createBrandFixture(db, { members: { [owner.id]: "owner" } });
  const ctx = { ...context(db, actingUser(owner)), companySignIn: before.companySignIn };
  return withLink(await inviteMember(ctx, { brandId: brand.id, email, role: "editor" })).token;
}

/** Every way except the company's provider. */
const OTHER_WAYS: Record<string, (at: Scene) => Promise<unknown>> = {
  "signing in with the right password": ({ hub, email }) =>
    signInWithPassword(hub(ANONYMOUS), { email, password: PASSWORD }),
  "signing in with a wrong password": ({ hub, email }) =>
    signInWithPassword(hub(ANONYMOUS), { email, password: "wrong" }),
  "signing in at GitHub, linked": ({ hub, user }) =>
    signInWithProvider(hub(ANONYMOUS), {
      provider: "github",
      providerAccountId: user.id,
      verifiedEmail: null,
      name: null,
    }),
  "signing in at Google, for the first time": ({ hub, email }) =>
    signInWithProvider(hub(ANONYMOUS), newcomer("google", email)),
  "opening a browser session by any method": ({ hub, user }) =>
    openBrowserSession(hub(ANONYMOUS), { userId: user.id, userAgent: null, by: "something new" }),
  "requesting a password reset": ({ hub, email }) => requestPasswordReset(hub(ANONYMOUS), { email }),
  "using a reset link sent before the rule": async ({ hub, before, email, linkTo }) => {
    await requestPasswordReset(before, { email });
    return resetPassword(hub(ANONYMOUS), { token: await linkTo(email, "/reset-password"), password: NEXT });
  },
  "using the operator's reset link": async ({ hub, email }) => {
    const { path } = await makeResetLink(hub(SYSTEM), { email });
    return resetPassword(hub(ANONYMOUS), { token: path.split("/").at(-1) ?? "", password: NEXT });
  },
  "changing the password": ({ hub, me, sid }) =>
    changePassword(hub(me), { current: PASSWORD, password: NEXT, sid, revokeTokens: false }),
  "changing the email": ({ hub, me, user }) => requestEmailChange(hub(me), { email: `${user.id}@elsewhere.example` }),
  "changing the email by a link sent before the rule": async ({ hub, before, me, user, linkTo }) => {
    const email = `${user.id}@elsewhere.example`;
    await requestEmailChange({ ...before, actor: me }, { email });
    return changeEmail(hub(ANONYMOUS), { token: await linkTo(email, "/change-email") });
  },
  "re-authenticating with a password": ({ hub, me }) =>
    reauthenticate(hub(me), { kind: "password", answer: { password: PASSWORD } }),
  "re-authenticating at GitHub": ({ hub, me, user }) =>
    reauthenticateWithProvider(hub(me), { provider: "github", providerAccountId: user.id }),
};

describe("people with an email in a company's domain", () => {
  it.each(Object.keys(OTHER_WAYS))("must use its provider, while others need not: %s", async (way) => {
    const act = OTHER_WAYS[way] as (at: Scene) => Promise<unknown>;
    const said = /^Accounts at acme\.example can only sign in with Acme\.$/;
    const refused = act(await scene("acme.example"));
    await expect(refused).rejects.toThrow(CompanySignInOnly);
    await expect(refused).rejects.toThrow(said);
    await act(await scene("elsewhere.example"));
    await act(await scene("acme.example", OFF));
  });

  it("sign in and re-authenticate only at its provider", async () => {
    const { hub, user, me, email } = await scene("acme.example");
    const own = { provider: ISSUER, providerAccountId: user.id };
    const anyone = hub(ANONYMOUS);
    expect(await signInWithProvider(anyone, { ...own, verifiedEmail: null, name: null })).toBe(user.id);
    await openBrowserSession(anyone, { userId: user.id, userAgent: null, by: "oidc" });
    expect(await listReauthOptions(hub(me))).toEqual({ kinds: [], providers: [ISSUER] });
    expect(await reauthenticateWithProvider(hub(me), own)).not.toBeNull();
    expect(await signInWithProvider(anyone, newcomer(ISSUER, `new-${email}`))).toEqual(expect.any(String));
    expect((await readAccount(hub(me))).onlyBy).toBe("Acme");
  });

  it("are told so before any look-up or rate limit, with or without an account", async () => {
    const { hub, email } = await scene("acme.example");
    const limits = new MemoryStore({ nowMs: () => 0 });
    const blind = new Proxy(database.db, {
      get: () => {
        throw new Error("it looked");
      },
    });
    const anyone = { ...hub(ANONYMOUS), limits, db: blind };
    for (const one of [email, "nobody@acme.example", "Nobody@ACME.example"])
      for (let time = 0; time < 40; time++) {
        await expect(signInWithPassword(anyone, { email: one, password: "wrong" })).rejects.toThrow(CompanySignInOnly);
        await expect(requestPasswordReset(anyone, { email: one })).rejects.toThrow(CompanySignInOnly);
      }
  });

  it("can neither link nor create an account through another provider", async () => {
    const { db, hub, email, user } = await scene("acme.example");
    const before = await db.$count(users);
    for (const one of [email, `new-${email}`])
      await expect(signInWithProvider(hub(ANONYMOUS), newcomer("google", one))).rejects.toThrow(CompanySignInOnly);
    expect(await db.$count(users)).toBe(before);
    expect(await db.$count(accounts, eq(accounts.userId, user.id))).toBe(2);
  });

  it("cannot use a password reset link while the rule applies", async () => {
    const { hub, before, email } = await scene("acme.example");
    const { path } = await makeResetLink(hub(SYSTEM), { email });
    const token = path.split("/").at(-1) ?? "";
    await expect(resetPassword(hub(ANONYMOUS), { token, password: NEXT })).rejects.toThrow(CompanySignInOnly);
    expect(await resetPassword(before, { token, password: NEXT })).toMatchObject({ email });
  });

  it("can only accept an invitation after signing in at the provider", async () => {
    const at = await scene("acme.example");
    const token = await invited(at, at.email);
    const joining = joinByInvitation(at.hub(ANONYMOUS), { token, name: "Ana", password: NEXT });
    await expect(joining).rejects.toThrow(CompanySignInOnly);
    expect(await acceptInvitation(at.hub(at.me), { token })).toMatchObject({ brand: { id: expect.any(String) } });
    const other = await scene("elsewhere.example");
    const email = `invited-${other.email}`;
    const free = { token: await invited(other, email), name: "Ana", password: NEXT };
    expect(await joinByInvitation(other.hub(ANONYMOUS), free)).toMatchObject({ email });
  });

  it("cannot gain an account by a change of email, requested or already sent", async () => {
    const { hub, before, me, user, linkTo } = await scene("elsewhere.example");
    const email = `${user.id}@acme.example`;
    await expect(requestEmailChange(hub(me), { email })).rejects.toMatchObject({ field: "email", code: "forbidden" });
    await requestEmailChange({ ...before, actor: me }, { email });
    const token = await linkTo(email, "/change-email");
    await expect(changeEmail(hub(ANONYMOUS), { token })).rejects.toThrow(CompanySignInOnly);
    expect((await readAccount(hub(me))).email).toBe(user.email);
  });

  it("can undo a change of their account's email", async () => {
    const { hub, before, me, user, email, linkTo } = await scene("acme.example");
    await requestEmailChange({ ...before, actor: me }, { email: `${user.id}@thief.example` });
    await changeEmail(before, { token: await linkTo(`${user.id}@thief.example`, "/change-email") });
    const token = await linkTo(email, "/undo-email-change");
    expect(await undoEmailChange(hub(ANONYMOUS), { token })).toEqual({ email });
  });

  it("keep existing sessions and named tokens until the next sign-in", async () => {
    const { hub, before, user } = await scene("acme.example");
    const acting = { ...before, actor: actingUser(user) };
    const named = await issueNamedSessionToken(acting, { name: "Nightly report" });
    const claims = await issueSession(before, { userId: user.id, source: { kind: "browser" } });
    const cookie = await signSessionToken(before, claims);
    expect(await authenticateSessionToken(hub(ANONYMOUS), named)).toMatchObject({ actor: { userId: user.id } });
    expect(await authenticateSessionCookie(hub(ANONYMOUS), { cookie })).toMatchObject({ actor: { userId: user.id } });
  });
});

describe("a company's domain", () => {
  it.each([
    ["ana@acme.example", "acme.example"],
    ["Ana@ACME.Example", "acme.example"],
    ["ana@acme.example.", "acme.example"],
    [" ana@acme.example ", "acme.example"],
    ["ana@ａｃｍｅ.example", "acme.example"],
    ["ana@bücher.example", "xn--bcher-kva.example"],
    ["ana@xn--bcher-kva.example", "xn--bcher-kva.example"],
    ['"ana@elsewhere.example"@acme.example', "acme.example"],
    ["ana@mail.acme.example", null],
    ["ana@notacme.example", null],
    ["ana@acme.example.org", null],
    ["acme.example@elsewhere.example", null],
    ["ana", null],
    ["", null],
  ])("of %j is %j", (email, domain) => expect(companyDomainOf({ companySignIn: ON }, email)).toBe(domain));
});
