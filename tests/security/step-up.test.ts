import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { accounts, auditEntries, invitations, sessions, users } from "@/db/schema";
import {
  authenticateSessionCookie,
  changePassword,
  changeRole,
  hashPassword,
  inviteMember,
  issueNamedSessionToken,
  issueSession,
  listReauthOptions,
  openBrowserSession,
  reauthenticate,
  reauthenticateWithProvider,
  resendInvitation,
  revokeSession,
  signSessionToken,
  transferBrand,
} from "@/lib/access/server";
import { archiveBrand } from "@/lib/brands/server";
import type { Role } from "@/lib/contract";
import {
  editTool,
  grantEntitlement,
  issueApiKey,
  registerTool,
  registerWithSetupLink,
  revokeEntitlement,
  rotateApiKey,
} from "@/lib/integrations/server";
import { type ActingSession, PROOF_LIFETIME_MS, type SignedInActor } from "@/lib/platform/context";
import { ReauthRequired } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "@/lib/runtime/context";
import { formResult } from "@/lib/web/actions/form-result";
import { openTestDatabase } from "../support/database";
import {
  ANONYMOUS,
  actingUser,
  context,
  createBrandFixture,
  createTool,
  createUser,
  NOW,
  systemContext,
} from "../support/fixtures";

const PASSWORD = "a few plain words";
const NEXT = "four other words together";
const later = (ms: number) => new Date(NOW.getTime() + ms);
const FRESH = later(PROOF_LIFETIME_MS);
const OLD = later(PROOF_LIFETIME_MS + 1);

const database = openTestDatabase();
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});

/** A brand owner and hub administrator signed in at NOW; without a password they use GitHub. */
async function scene(hasPassword: boolean) {
  const { db } = database;
  const me = await createUser(db, { hubAdmin: true, passwordHash: hasPassword ? passwordHash : null });
  if (!hasPassword)
    await db.insert(accounts).values({ provider: "github", providerAccountId: me.id, userId: me.id, createdAt: NOW });
  const other = await createUser(db);
  const brand = await createBrandFixture(db, { members: { [me.id]: "owner", [other.id]: "editor" } });
  const tool = await createTool(db);
  const command = context(db, actingUser(me));
  const key = await issueApiKey(command, { brandId: brand.id, name: "Order desk", expiresAt: null });
  const invite = (role: Role) => inviteMember(command, { brandId: brand.id, email: `${newId()}@example.com`, role });
  const [asOwner, asEditor] = [await invite("owner"), await invite("editor")];
  const { claims, proof } = await openBrowserSession(command, { userId: me.id, userAgent: null, by: "test" });
  const cookie = await signSessionToken(command, claims);
  return { me, other, brand, tool, key, asOwner, asEditor, cookie, proof, sid: claims.sid };
}
let at: Awaited<ReturnType<typeof scene>>;

/** The page's context at this moment, with the browser's re-authentication cookie. */
async function signedIn(now: Date, proof: string | undefined = at.proof): Promise<Ctx<SignedInActor>> {
  const anyone = context(database.db, ANONYMOUS, now);
  const session = await authenticateSessionCookie(anyone, { cookie: at.cookie, proof });
  if (!session) throw new Error("nobody is signed in");
  return context(database.db, session.actor, now);
}

type Act = (ctx: Ctx<SignedInActor>) => Promise<unknown>;
const ofBrand = () => ({ brandId: at.brand.id });
const ofMember = () => ({ brandId: at.brand.id, userId: at.other.id });
const ofTool = () => ({ brandId: at.brand.id, toolSlug: at.tool.slug });

/** Actions that need a recent re-authentication. */
const GUARDED: Record<string, Act> = {
  "issuing a key": (ctx) => issueApiKey(ctx, { ...ofBrand(), name: "Another", expiresAt: null }),
  "rotating a key": (ctx) => rotateApiKey(ctx, { ...ofBrand(), apiKeyId: at.key.id }),
  "issuing a session token": (ctx) => issueNamedSessionToken(ctx, { name: "Nightly export" }),
  "making a member an owner": (ctx) => changeRole(ctx, { ...ofMember(), role: "owner" }),
  "inviting an owner": (ctx) => inviteMember(ctx, { ...ofBrand(), email: "new@example.com", role: "owner" }),
  "renewing an owner's invitation": (ctx) => resendInvitation(ctx, { ...ofBrand(), invitationId: at.asOwner.id }),
  "making a member an admin": (ctx) => changeRole(ctx, { ...ofMember(), role: "admin" }),
  "inviting an admin": (ctx) => inviteMember(ctx, { ...ofBrand(), email: "new@example.com", role: "admin" }),
  "renewing a link that is shown": (ctx) => resendInvitation(ctx, { ...ofBrand(), invitationId: at.asEditor.id }),
  "transferring the brand": (ctx) => transferBrand(ctx, ofMember()),
  "archiving the brand": (ctx) => archiveBrand(ctx, { ...ofBrand(), typedName: at.brand.name }),
  "registering a tool": (ctx) => registerTool(ctx, { slug: `tool-${newId().slice(-12)}`, name: "New" }),
  "registering a tool for its operator": (ctx) =>
    registerWithSetupLink(ctx, { slug: `tool-${newId().slice(-12)}`, name: "New" }),
  "editing a tool": (ctx) => editTool(ctx, { slug: at.tool.slug, name: "Renamed" }),
  "granting a tool": (ctx) => grantEntitlement(ctx, ofTool()),
  "revoking a tool": (ctx) => revokeEntitlement(ctx, ofTool()),
};

/** Actions that don't. */
const UNGUARDED: Record<string, Act> = {
  "making a member a viewer": (ctx) => changeRole(ctx, { ...ofMember(), role: "viewer" }),
  "inviting an editor": (ctx) => inviteMember(ctx, { ...ofBrand(), email: "new@example.com", role: "editor" }),
};

const entries = () => database.db.$count(auditEntries);
/** The cookie applies to every tab. */
async function prove(ctx: Ctx<SignedInActor>, password = PASSWORD): Promise<void> {
  at.proof = await reauthenticate(ctx, { kind: "password", answer: { password } });
}
async function proveElsewhere(ctx: Ctx<SignedInActor>): Promise<void> {
  at.proof = (await reauthenticateWithProvider(ctx, { provider: "github", providerAccountId: at.me.id })) ?? "";
}

describe("a guarded action", () => {
  beforeEach(async () => {
    at = await scene(true);
  });

  it.each(Object.entries(GUARDED))(
    "%s needs re-authentication after 15 minutes, then works in every tab of the browser",
    async (_act, act) => {
      const [here, there] = [await signedIn(OLD), await signedIn(OLD)];
      const before = await entries();
      await expect(act(there)).rejects.toThrow(ReauthRequired);
      expect(await entries()).toBe(before);
      await prove(here);
      await act(await signedIn(new Date(OLD.getTime() + PROOF_LIFETIME_MS)));
    },
  );

  it.each(Object.entries(UNGUARDED))("%s needs none", async (_act, act) => {
    await act(await signedIn(OLD));
    expect(await entries()).toBeGreaterThan(0);
  });

  it.each(Object.entries(GUARDED))(
    "%s is refused to an API session token and allowed to a command",
    async (_act, act) => {
      const actor = (await signedIn(FRESH)).actor;
      const session: ActingSession = { ...actor.session, kind: "token" };
      await expect(act(context(database.db, { ...actor, session }))).rejects.toMatchObject({ code: "forbidden" });
      await act(context(database.db, actingUser(at.me)) as Ctx<SignedInActor>);
    },
  );
});

describe.each([
  ["with a password", true],
  ["without a password", false],
])("re-authentication, for an account %s", (_, hasPassword) => {
  beforeEach(async () => {
    at = await scene(hasPassword);
  });

  it("is needed after 15 minutes, and the account's own method provides it", async () => {
    const issue = async (now: Date) => issueNamedSessionToken(await signedIn(now), { name: "Nightly export" });
    await issue(FRESH);
    await expect(issue(OLD)).rejects.toThrow(ReauthRequired);
    if (hasPassword) await prove(await signedIn(OLD));
    else await proveElsewhere(await signedIn(OLD));
    await issue(OLD);
  });

  it("offers the account's own sign-in methods", async () => {
    const offers = await listReauthOptions(await signedIn(OLD));
    expect(offers).toEqual(hasPassword ? { kinds: ["password"], providers: [] } : { kinds: [], providers: ["github"] });
  });

  it("changes the password with the current one, or without one by a recent re-authentication", async () => {
    const change = async (now: Date, current: string) => {
      const input = { current, password: NEXT, sid: at.sid, revokeTokens: true };
      return changePassword(await signedIn(now), input);
    };
    if (hasPassword) await expect(change(FRESH, "")).rejects.toMatchObject({ field: "current" });
    else await expect(change(OLD, "")).rejects.toThrow(ReauthRequired);
    await change(hasPassword ? OLD : FRESH, hasPassword ? PASSWORD : "");
  });
});

describe("a re-authentication", () => {
  beforeEach(async () => {
    at = await scene(true);
  });

  it("has its own error type on pages", async () => {
    const ctx = await signedIn(OLD);
    const result = await formResult(() => issueNamedSessionToken(ctx, { name: "Nightly export" }));
    expect(result).toEqual({ status: "error", message: expect.any(String), proofNeeded: true });
    expect(await formResult(() => Promise.reject(new Error("not one")))).not.toHaveProperty("proofNeeded");
  });

  it("counts for this session only, and is in the token's auth_time and the audit log", async () => {
    const elsewhere = await issueSession(systemContext(database.db), { userId: at.me.id, source: { kind: "browser" } });
    const ctx = await signedIn(OLD);
    await prove(ctx);
    const rows = await database.db.select().from(sessions).where(eq(sessions.userId, at.me.id));
    expect(rows.find(({ id }) => id === at.sid)?.provedAt).toEqual(OLD);
    expect(rows.find(({ id }) => id === elsewhere.sid)?.provedAt).toEqual(NOW);
    expect((await signedIn(OLD)).actor.session.authTimeSeconds).toBe(ctx.actor.session.authTimeSeconds);
    const [entry] = await database.db.select().from(auditEntries).where(eq(auditEntries.targetId, at.sid));
    expect(entry).toMatchObject({ action: "session.proved", actorId: at.me.id, brandId: null });
  });

  it("fails with a wrong password, which counts as a failed sign-in", async () => {
    const ctx = await signedIn(OLD);
    await expect(prove(ctx, "not the password")).rejects.toMatchObject({ code: "bad_request", field: "password" });
    await expect(issueNamedSessionToken(await signedIn(OLD), { name: "Nightly" })).rejects.toThrow(ReauthRequired);
    const guess = () => prove(ctx, "not the password").catch((error) => error.code);
    const outcomes: string[] = [];
    for (let count = 0; count < 30; count += 1) outcomes.push(await guess());
    expect(outcomes.at(-1)).toBe("rate_limited");
    await expect(prove(ctx)).rejects.toMatchObject({ code: "rate_limited" });
  });

  it("fails once the session was revoked, even with the right password", async () => {
    const ctx = await signedIn(OLD);
    await revokeSession(ctx, { sid: at.sid });
    await expect(prove(ctx)).rejects.toMatchObject({ code: "unauthorized" });
  });

  it("fails with another account's provider identity, and links and creates nothing", async () => {
    const someone = await createUser(database.db);
    const foreign = { provider: "github", providerAccountId: newId() };
    await database.db.insert(accounts).values({ ...foreign, userId: someone.id, createdAt: NOW });
    const ctx = await signedIn(OLD);
    const count = () => Promise.all([database.db.$count(users), database.db.$count(accounts)]);
    const before = await count();
    expect(await reauthenticateWithProvider(ctx, foreign)).toBeNull();
    expect(await reauthenticateWithProvider(ctx, { provider: "github", providerAccountId: newId() })).toBeNull();
    expect(await count()).toEqual(before);
    await expect(issueNamedSessionToken(await signedIn(OLD), { name: "Nightly" })).rejects.toThrow(ReauthRequired);
  });

  it.each([
    ["the sign-in", NOW, async () => {}],
    ["a password", OLD, async () => prove(await signedIn(OLD))],
  ])("by %s does not count for a copied session cookie", async (_, now, proving) => {
    await proving();
    const copied = authenticateSessionCookie(context(database.db, ANONYMOUS, now), { cookie: at.cookie });
    const thief = context(database.db, (await copied)?.actor ?? ANONYMOUS, now) as Ctx<SignedInActor>;
    await expect(issueNamedSessionToken(thief, { name: "Stolen" })).rejects.toThrow(ReauthRequired);
    await expect(issueNamedSessionToken(await signedIn(now, newId()), { name: "Stolen" })).rejects.toThrow(
      ReauthRequired,
    );
    await issueNamedSessionToken(await signedIn(now), { name: "Nightly export" });
  });

  it("invalidates the previous one", async () => {
    const before = at.proof;
    await prove(await signedIn(FRESH));
    const late = await signedIn(FRESH, before);
    await expect(issueNamedSessionToken(late, { name: "Stolen" })).rejects.toThrow(ReauthRequired);
  });

  it("does not count for the user's other sessions", async () => {
    const cookie = at.cookie;
    const second = await openBrowserSession(systemContext(database.db), {
      userId: at.me.id,
      userAgent: null,
      by: "test",
    });
    at.cookie = await signSessionToken(systemContext(database.db), second.claims);
    await expect(issueNamedSessionToken(await signedIn(NOW), { name: "Stolen" })).rejects.toThrow(ReauthRequired);
    at.cookie = cookie;
    await issueNamedSessionToken(await signedIn(NOW), { name: "Nightly export" });
  });

  it("is required before an owner's invitation changes", async () => {
    const hashes = () => database.db.select({ hash: invitations.tokenHash }).from(invitations);
    const before = await hashes();
    const renewing = resendInvitation(await signedIn(OLD), { ...ofBrand(), invitationId: at.asOwner.id });
    await expect(renewing).rejects.toThrow(ReauthRequired);
    expect(await hashes()).toEqual(before);
  });
});
