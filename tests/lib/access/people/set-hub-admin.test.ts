import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditEntries, users } from "@/db/schema";
import {
  authenticateSessionToken,
  deactivatePerson,
  erasePerson,
  issueNamedSessionToken,
  issueSession,
  reactivatePerson,
  setHubAdmin,
  signOutPerson,
  signSessionToken,
} from "@/lib/access/server";
import type { Ctx } from "@/lib/runtime/context";
import { createTestDatabase, openTestDatabase } from "@/tests/support/database";
import {
  ANONYMOUS,
  actingUser,
  context,
  createBrandFixture,
  createUser,
  NOW,
  signedInUser,
} from "@/tests/support/fixtures";

const database = openTestDatabase();
let admin: Ctx;
let adminId: string;
beforeEach(async () => {
  const hanna = await createUser(database.db, { name: "Hanna", hubAdmin: true });
  adminId = hanna.id;
  admin = context(database.db, actingUser(hanna));
});

const personOf = async (id: string) => {
  const [row] = await database.db.select().from(users).where(eq(users.id, id));
  if (!row) throw new Error("nobody is there");
  return row;
};
const actionsOn = async (id: string) =>
  (await database.db.select().from(auditEntries).where(eq(auditEntries.targetId, id))).map(({ action }) => action);

describe("setHubAdmin", () => {
  it("adds and removes an administrator, audits it, and ends their browser sessions but not their tokens", async () => {
    const ben = await createUser(database.db, { emailVerifiedAt: NOW });
    const as = context(database.db, actingUser(ben));
    const { token: named } = await issueNamedSessionToken(as, { name: "Nightly" });
    const find = (token: string) => authenticateSessionToken(context(database.db, ANONYMOUS), { token });
    const browser = async () =>
      signSessionToken(as, await issueSession(as, { userId: ben.id, source: { kind: "browser" } }));
    for (const on of [true, false]) {
      const cookie = await browser();
      expect(await setHubAdmin(admin, { personId: ben.id, on })).toBe(true);
      expect((await personOf(ben.id)).hubAdmin).toBe(on);
      expect(await find(cookie)).toBeNull();
      expect(await find(named)).not.toBeNull();
      expect(await setHubAdmin(admin, { personId: ben.id, on })).toBe(false);
    }
    const entries = (await actionsOn(ben.id)).filter((action) => action.endsWith("made_hub_admin"));
    expect(entries.toSorted()).toEqual(["account.made_hub_admin", "account.unmade_hub_admin"]);
  });

  it("takes effect for requests in flight in an open session", async () => {
    const ben = await createUser(database.db, { emailVerifiedAt: NOW, hubAdmin: true });
    const late = context(database.db, actingUser(ben));
    await setHubAdmin(admin, { personId: ben.id, on: false });
    await expect(setHubAdmin(late, { personId: adminId, on: false })).rejects.toMatchObject({ code: "forbidden" });
    expect((await personOf(adminId)).hubAdmin).toBe(true);
  });

  it("keeps one administrator when two remove each other at once", async () => {
    const ours = await createTestDatabase();
    const [one, two] = await Promise.all([1, 2].map(() => createUser(ours.db, { hubAdmin: true })));
    if (!one || !two) throw new Error("nobody was made");
    const as = (user: typeof one) => context(ours.db, actingUser(user));
    const outcomes = await Promise.allSettled([
      setHubAdmin(as(one), { personId: two.id, on: false }),
      setHubAdmin(as(two), { personId: one.id, on: false }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await ours.db.$count(users, eq(users.hubAdmin, true))).toBe(1);
    await ours.close();
  });

  it("needs an administrator with a recent re-authentication", async () => {
    const ben = await createUser(database.db, { emailVerifiedAt: NOW });
    const stale = signedInUser(
      { id: adminId, hubAdmin: true },
      { sid: ben.id, provedAt: new Date(NOW.getTime() - 16 * 60_000) },
    );
    for (const on of [true, false]) {
      const input = { personId: ben.id, on };
      await expect(setHubAdmin(context(database.db, stale), input)).rejects.toMatchObject({
        name: "ReauthRequired",
      });
      const asBen = context(database.db, actingUser(ben));
      await expect(setHubAdmin(asBen, input)).rejects.toMatchObject({ code: "forbidden" });
    }
  });
});

const TRAITS = ["deactivated", "administrator", "sole owner", "SSO only", "unproved"] as const;
type Trait = (typeof TRAITS)[number];

const VERBS = {
  make: (ctx: Ctx, personId: string) => setHubAdmin(ctx, { personId, on: true }),
  unmake: (ctx: Ctx, personId: string) => setHubAdmin(ctx, { personId, on: false }),
  deactivate: (ctx: Ctx, personId: string) => deactivatePerson(ctx, { personId }),
  reactivate: (ctx: Ctx, personId: string) => reactivatePerson(ctx, { personId }),
  "sign out": (ctx: Ctx, personId: string) => signOutPerson(ctx, { personId }),
  erase: async (ctx: Ctx, personId: string) =>
    erasePerson(ctx, { personId, typedEmail: (await personOf(personId)).email }),
};
type Verb = keyof typeof VERBS;

/** Why the use case refuses this person; undefined if it doesn't. */
function refusalOf(verb: Verb, is: (trait: Trait) => boolean): string | null {
  if (verb === "make" && !is("administrator") && is("deactivated")) return "is deactivated";
  if (verb === "make" && !is("administrator") && is("unproved")) return "hasn’t confirmed";
  if (verb === "erase" && is("sole owner")) return "owner";
  return null;
}

/** No trait, each, each pair, and all. */
const COMBINATIONS = Array.from({ length: 2 ** TRAITS.length }, (_, bits) =>
  TRAITS.filter((_trait, index) => (bits >> index) & 1),
).filter(({ length }) => length <= 2 || length === TRAITS.length);

describe.each(Object.keys(VERBS) as Verb[])("to %s", (verb) => {
  it.each(COMBINATIONS.map((traits) => [traits.join(", ") || "nothing special", traits] as const))(
    "a person who is %s",
    async (_words, traits) => {
      const is = (trait: Trait) => traits.includes(trait);
      const person = await createUser(database.db, {
        hubAdmin: is("administrator"),
        deactivatedAt: is("deactivated") ? NOW : null,
        passwordHash: is("SSO only") ? null : "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA",
        emailVerifiedAt: is("unproved") ? null : NOW,
      });
      if (is("sole owner")) await createBrandFixture(database.db, { members: { [person.id]: "owner" } });
      const refusal = refusalOf(verb, is);
      const act = VERBS[verb](admin, person.id);
      if (refusal) {
        await expect(act).rejects.toMatchObject({ code: "bad_request", message: expect.stringContaining(refusal) });
        expect(await personOf(person.id)).toEqual(person);
        return;
      }
      await act;
      const after = await personOf(person.id);
      const expected = {
        make: { hubAdmin: true },
        unmake: { hubAdmin: false },
        deactivate: { deactivatedAt: NOW, hubAdmin: is("administrator") },
        reactivate: { deactivatedAt: null, hubAdmin: is("administrator") },
        "sign out": { deactivatedAt: person.deactivatedAt, hubAdmin: is("administrator") },
        erase: { hubAdmin: false, erasedAt: NOW },
      }[verb];
      expect(after).toMatchObject(expected);
    },
  );

  it("for the caller's own account, last administrator or not", async () => {
    const lone = await createTestDatabase();
    const hanna = await createUser(lone.db, { hubAdmin: true, emailVerifiedAt: NOW });
    const self = context(lone.db, actingUser(hanna));
    const outcome =
      verb === "erase"
        ? erasePerson(self, { personId: hanna.id, typedEmail: hanna.email })
        : VERBS[verb](self, hanna.id);
    // These can't lock anyone out.
    if (verb === "sign out" || verb === "reactivate") await outcome;
    else await expect(outcome).rejects.toMatchObject({ code: "bad_request" });
    expect(await lone.db.$count(users, eq(users.hubAdmin, true))).toBe(1);
    await lone.close();
  });
});
