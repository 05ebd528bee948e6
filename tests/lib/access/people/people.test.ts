import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ACCOUNT_LINK_KINDS, auditEntries, invitations, users } from "@/db/schema";
import { makeAccountLink } from "@/lib/access/account/account-links";
import {
  acceptInvitation,
  authenticateSessionToken,
  deactivatePerson,
  findAccountLink,
  hashPassword,
  inviteMember,
  issueNamedSessionToken,
  issueSession,
  joinByInvitation,
  listMembers,
  listPeople,
  listSessions,
  openBrowserSession,
  openPasswordSession,
  reactivatePerson,
  signInWithPassword,
  signInWithProvider,
  signOutPerson,
  signSessionToken,
} from "@/lib/access/server";
import {
  authenticateApiKey,
  authenticateFederationToken,
  issueApiKey,
  mintFederationToken,
} from "@/lib/integrations/server";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "@/lib/runtime/context";
import { createTestDatabase, openTestDatabase } from "@/tests/support/database";
import { exchange } from "@/tests/support/exchange";
import {
  ANONYMOUS,
  actingUser,
  context,
  createBrandFixture,
  createUser,
  NOW,
  signedInUser,
} from "@/tests/support/fixtures";
import { withLink } from "@/tests/support/invitations";

const PASSWORD = "a few plain words";
const DEACTIVATED = { code: "forbidden", message: expect.stringContaining("deactivated") };

const database = openTestDatabase();
let passwordHash: string;
let admin: Ctx;
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});
beforeEach(async () => {
  admin = acting(await createUser(database.db, { name: "Hanna", hubAdmin: true }));
});

const acting = (user: { id: string; hubAdmin?: boolean }) => context(database.db, actingUser(user));
const anyone = () => context(database.db, ANONYMOUS);

/** A member with every kind of credential. */
async function colleague() {
  const user = await createUser(database.db, { name: "Ben", passwordHash });
  const other = await createUser(database.db);
  const brand = await createBrandFixture(database.db, { members: { [user.id]: "admin", [other.id]: "owner" } });
  const identity = { provider: "github", providerAccountId: newId(), verifiedEmail: user.email, name: "Ben" };
  const ctx = acting(user);
  const claims = await issueSession(ctx, { userId: user.id, source: { kind: "browser" } });
  const inSession = context(database.db, signedInUser(user, { sid: claims.sid }));
  const { token: federation } = await mintFederationToken(inSession, { brandId: brand.id });
  return {
    user,
    brand,
    ctx,
    identity,
    cookie: await signSessionToken(ctx, claims),
    named: (await issueNamedSessionToken(ctx, { name: "Nightly export" })).token,
    federation,
    apiKey: (await issueApiKey(ctx, { brandId: brand.id, name: "Shop", expiresAt: null })).key,
  };
}
type Colleague = Awaited<ReturnType<typeof colleague>>;

/** Each way in, and whether the hub accepts it. */
const WAYS: Record<string, (ben: Colleague) => Promise<boolean>> = {
  "the browser's session": async ({ cookie }) => (await authenticateSessionToken(anyone(), { token: cookie })) !== null,
  "a named session token": async ({ named }) => (await authenticateSessionToken(anyone(), { token: named })) !== null,
  "a federation token that is out": async ({ federation }) =>
    (await authenticateFederationToken(anyone(), { token: federation })) !== null,
  "its exchange": ({ federation }) =>
    exchange(anyone(), { token: federation }).then(
      () => true,
      () => false,
    ),
  "an API key that they issued": async ({ apiKey }) => (await authenticateApiKey(anyone(), { key: apiKey })) !== null,
};
const lets = async (ben: Colleague) => {
  const let_: Record<string, boolean> = {};
  for (const [way, opens] of Object.entries(WAYS)) let_[way] = await opens(ben);
  return let_;
};

describe("deactivating", () => {
  it("shows in the members list until reactivation", async () => {
    const ben = await colleague();
    const shown = async () =>
      (await listMembers(ben.ctx, { brandId: ben.brand.id })).entries.map((member) => member.deactivated);
    expect(await shown()).not.toContain(true);
    await deactivatePerson(admin, { personId: ben.user.id });
    expect(await shown()).toContain(true);
    await reactivatePerson(admin, { personId: ben.user.id });
    expect(await shown()).not.toContain(true);
  });

  it("ends sessions, named tokens and federation tokens at once, and keeps the brand's API keys", async () => {
    const ben = await colleague();
    expect(new Set(Object.values(await lets(ben)))).toEqual(new Set([true]));
    await deactivatePerson(admin, { personId: ben.user.id });
    const now = {
      ...Object.fromEntries(Object.keys(WAYS).map((way) => [way, false])),
      "an API key that they issued": true,
    };
    expect(await lets(ben)).toEqual(now);
    await reactivatePerson(admin, { personId: ben.user.id });
    expect(await lets(ben)).toEqual(now);
  });

  const signIns: Record<string, (ben: Colleague) => Promise<unknown>> = {
    "the right password": ({ user }) => signInWithPassword(anyone(), { email: user.email, password: PASSWORD }),
    "a password verified a moment earlier": ({ user }) =>
      openPasswordSession(anyone(), { userId: user.id, userAgent: null, passwordHash }),
    "a linked provider": ({ identity }) => signInWithProvider(anyone(), identity),
    "a provider with the same email": ({ identity }) =>
      signInWithProvider(anyone(), { ...identity, provider: "google" }),
    "any other re-authentication": ({ user }) =>
      openBrowserSession(anyone(), { userId: user.id, userAgent: null, by: "passkey" }),
    "a new session token": ({ ctx }) => issueNamedSessionToken(ctx, { name: "Another" }),
  };
  it.each(Object.entries(signIns))("refuses %s with a clear message until reactivation", async (_, signIn) => {
    const ben = await colleague();
    await signInWithProvider(anyone(), ben.identity);
    await database.db.update(users).set({ passwordHash }).where(eq(users.id, ben.user.id));
    await deactivatePerson(admin, { personId: ben.user.id });
    await expect(signIn(ben)).rejects.toMatchObject(DEACTIVATED);
    await reactivatePerson(admin, { personId: ben.user.id });
    await expect(signIn(ben)).resolves.toBeTruthy();
  });

  it("is not revealed without the right password", async () => {
    const ben = await colleague();
    await deactivatePerson(admin, { personId: ben.user.id });
    const guess = { email: ben.user.email, password: "wrong" };
    expect(await signInWithPassword(anyone(), guess)).toEqual({ signedIn: false });
  });

  it("prevents linking a provider", async () => {
    const ben = await colleague();
    await deactivatePerson(admin, { personId: ben.user.id });
    await expect(signInWithProvider(anyone(), ben.identity)).rejects.toMatchObject(DEACTIVATED);
    const [row] = await database.db.select().from(users).where(eq(users.id, ben.user.id));
    expect(row).toMatchObject({ passwordHash, emailVerifiedAt: null });
  });

  it("revokes open invitations they sent, and keeps those to them", async () => {
    const ben = await colleague();
    const { token } = withLink(
      await inviteMember(ben.ctx, {
        brandId: ben.brand.id,
        email: "ben.again@example.com",
        role: "admin",
      }),
    );
    const second = await createUser(database.db);
    const elsewhere = await createBrandFixture(database.db, { members: { [second.id]: "owner" } });
    const toBen = withLink(
      await inviteMember(acting(second), { brandId: elsewhere.id, email: ben.user.email, role: "editor" }),
    );
    await deactivatePerson(admin, { personId: ben.user.id });
    const fields = { name: "Ben again", password: "four other words together" };
    await expect(joinByInvitation(anyone(), { token, ...fields })).rejects.toThrow("revoked");
    await expect(joinByInvitation(anyone(), { token: toBen.token, ...fields })).rejects.toMatchObject({
      code: "bad_request",
    });
    const made = await database.db.select().from(invitations).where(eq(invitations.invitedBy, ben.user.id));
    expect(made.every(({ revokedAt }) => revokedAt !== null)).toBe(true);
    await reactivatePerson(admin, { personId: ben.user.id });
    expect(await acceptInvitation(ben.ctx, { token: toBen.token })).toMatchObject({ brand: { id: elsewhere.id } });
  });

  it("voids the account's mailed links, except the undo link of an email change", async () => {
    const { user } = await colleague();
    const links = await Promise.all(
      ACCOUNT_LINK_KINDS.map(async (kind) => {
        const { path } = await makeAccountLink(anyone(), { userId: user.id, kind, email: user.email });
        return { kind, token: path.slice(path.lastIndexOf("/") + 1) };
      }),
    );
    await deactivatePerson(admin, { personId: user.id });
    await reactivatePerson(admin, { personId: user.id });
    const later = context(database.db, ANONYMOUS, new Date(NOW.getTime() + 1_000));
    const working = await Promise.all(links.map((link) => findAccountLink(later, link)));
    expect(working.map((link) => link?.kind ?? null)).toEqual([null, null, null, "undo_email_change"]);
  });

  it("names the brands left without an owner who can sign in", async () => {
    const [ben, cleo] = [await createUser(database.db), await createUser(database.db)];
    const alone = await createBrandFixture(database.db, { members: { [ben.id]: "owner", [cleo.id]: "admin" } });
    await createBrandFixture(database.db, { members: { [ben.id]: "owner", [cleo.id]: "owner" } });
    await createBrandFixture(database.db, { members: { [ben.id]: "owner" }, archivedAt: new Date() });
    const first = await deactivatePerson(admin, { personId: ben.id });
    expect(first.soleOwnerOf).toEqual([{ name: alone.name, slug: alone.slug }]);
    // Two owners, of whom the first is already deactivated.
    const second = await deactivatePerson(admin, { personId: cleo.id });
    expect(second.soleOwnerOf).toHaveLength(1);
    const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.targetId, ben.id));
    expect(entries.find(({ action }) => action === "account.deactivated")?.diff).toEqual({
      "sole owner of": [null, alone.slug],
    });
  });

  it("is refused for oneself, and to one of two administrators who deactivate each other at once", async () => {
    const ours = await createTestDatabase();
    const [one, two] = await Promise.all([1, 2].map(() => createUser(ours.db, { hubAdmin: true })));
    if (!one || !two) throw new Error("nobody was made");
    const as = (user: typeof one) => context(ours.db, actingUser(user));
    await expect(deactivatePerson(as(one), { personId: one.id })).rejects.toMatchObject({ code: "bad_request" });
    const outcomes = await Promise.allSettled([
      deactivatePerson(as(one), { personId: two.id }),
      deactivatePerson(as(two), { personId: one.id }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await ours.db.$count(users, eq(users.hubAdmin, true))).toBe(2);
    await ours.close();
  });
});

it("is refused to everyone but hub administrators", async () => {
  const ben = await createUser(database.db);
  const personId = admin.actor.kind === "user" ? admin.actor.userId : "";
  const refused = { code: "forbidden" };
  await expect(listPeople(acting(ben), {})).rejects.toMatchObject(refused);
  await expect(deactivatePerson(acting(ben), { personId })).rejects.toMatchObject(refused);
  await expect(reactivatePerson(acting(ben), { personId })).rejects.toMatchObject(refused);
  await expect(signOutPerson(acting(ben), { personId })).rejects.toMatchObject(refused);
  await expect(deactivatePerson(admin, { personId: newId() })).rejects.toMatchObject({ code: "not_found" });
});

it("needs the administrator's recent re-authentication", async () => {
  const ben = await createUser(database.db);
  const hanna = await createUser(database.db, { hubAdmin: true });
  const stale = signedInUser(hanna, { sid: newId(), provedAt: new Date(NOW.getTime() - 3_600_000) });
  const ctx = context(database.db, stale);
  for (const act of [deactivatePerson, reactivatePerson, signOutPerson])
    await expect(act(ctx, { personId: ben.id })).rejects.toThrow(/Confirm it.s you/);
});

describe("signing a person out", () => {
  it("ends sessions and named tokens with an audit entry, and they can sign in again", async () => {
    const ben = await colleague();
    expect(await signOutPerson(admin, { personId: ben.user.id })).toBe(2);
    expect(await listSessions(ben.ctx)).toEqual([]);
    const [entry] = await database.db.select().from(auditEntries).where(eq(auditEntries.targetId, ben.user.id));
    expect(entry).toMatchObject({ action: "sessions.revoked", targetLabel: "2 sessions of Ben" });
    await issueSession(ben.ctx, { userId: ben.user.id, source: { kind: "browser" } });
  });
});

describe("listPeople", () => {
  it("filters by name, email and state, in pages, with brand count and last visit", async () => {
    const ben = await colleague();
    const unseen = await createUser(database.db, { name: "Wanda Walk", email: "wanda@walk.example" });
    const [found] = (await listPeople(admin, { search: "anda w" })).entries;
    expect(found).toMatchObject({ id: unseen.id, brandCount: 0, lastSeenAt: null, deactivatedAt: null });
    const [listed] = (await listPeople(admin, { search: ben.user.email })).entries;
    expect(listed).toMatchObject({ id: ben.user.id, brandCount: 1, lastSeenAt: expect.any(Date) });
    await deactivatePerson(admin, { personId: unseen.id });
    const idsOf = async (state: "active" | "deactivated" | "hub-admin") =>
      (await listPeople(admin, { state, limit: 100 })).entries.map(({ id }) => id);
    expect(await idsOf("deactivated")).toContain(unseen.id);
    expect(await idsOf("active")).not.toContain(unseen.id);
    expect((await listPeople(admin, { state: "hub-admin" })).entries.every(({ hubAdmin }) => hubAdmin)).toBe(true);
    const ids: string[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listPeople>> = await listPeople(admin, { limit: 3, after });
      ids.push(...page.entries.map(({ id }) => id));
      after = page.next;
    } while (after);
    expect(ids).toHaveLength(await database.db.$count(users));
    expect(new Set(ids).size).toBe(ids.length);
  });
});
