import { and, eq, inArray } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { auditEntries, brandSlugs, brands, formerMembers, memberships, users } from "@/db/schema";
import { NO_QUOTAS } from "@/lib/access";
import { acceptInvitation, inviteMember, joinByRoleClaim, removeMember, revokeInvitation } from "@/lib/access/server";
import type { Role } from "@/lib/contract";
import { log } from "@/lib/platform/log";
import type { Services } from "@/lib/runtime/context";
import { openTestDatabase } from "@/tests/support/database";
import { actingUser, context, createBrandFixture, createUser, NOW } from "@/tests/support/fixtures";
import { withLink } from "@/tests/support/invitations";

const database = openTestDatabase();

let warned: unknown[][];
beforeEach(() => {
  warned = [];
  vi.spyOn(log, "warn").mockImplementation((...said: unknown[]) => void warned.push(said));
});
afterEach(() => vi.restoreAllMocks());

const MOST: Role[] = ["admin", "editor", "viewer"];

async function scene(values: Partial<typeof users.$inferInsert> = {}) {
  const { db } = database;
  const owner = await createUser(db);
  const user = await createUser(db, values);
  const brand = await createBrandFixture(db, { members: { [owner.id]: "owner" } });
  const asOwner = context(db, actingUser(owner));
  const arrives = (claim: unknown, roles = MOST, given: Partial<Services> = {}) =>
    joinByRoleClaim(context(db, actingUser(user), NOW, given), { claim, roles });
  const roleIn = async (brandId: string) => {
    const mine = and(eq(memberships.brandId, brandId), eq(memberships.userId, user.id));
    return (await db.select().from(memberships).where(mine))[0]?.role ?? null;
  };
  const entries = async () => {
    const actions = ["member.joined_by_claim", "member.claim_refused"];
    return db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.brandId, brand.id), inArray(auditEntries.action, actions)));
  };
  const invite = async () => {
    const invited = await inviteMember(asOwner, { brandId: brand.id, email: user.email, role: "viewer" });
    return { ...withLink(invited), invited };
  };
  return { db, owner, user, brand, asOwner, arrives, role: () => roleIn(brand.id), roleIn, entries, invite };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const key = ({ brand, user }: Scene) => ({ brandId: brand.id, userId: user.id });
const makeMember = ({ db, brand, user }: Scene, role: Role) =>
  db.insert(memberships).values({ brandId: brand.id, userId: user.id, role, createdAt: NOW });
const FULL = { quotas: { ...NO_QUOTAS, brand: { ...NO_QUOTAS.brand, members: 1 } } };
const ROOM = { quotas: { ...NO_QUOTAS, brand: { ...NO_QUOTAS.brand, members: 2 } } };

interface Case {
  before?: (at: Scene) => Promise<unknown>;
  /** The claimed role; defaults to `editor`. */
  claimed?: string;
  roles?: Role[];
  services?: Partial<Services>;
  becomes: Role | null;
  entry?: "member.joined_by_claim" | "member.claim_refused";
}

/** The membership before, the claim, and the role after. */
const TABLE: Record<string, Case> = {
  "adds a person who was never a member": { becomes: "editor", entry: "member.joined_by_claim" },
  "keeps a viewer's role": { before: (at) => makeMember(at, "viewer"), becomes: "viewer" },
  "keeps an owner's role": { before: (at) => makeMember(at, "owner"), claimed: "viewer", becomes: "owner" },
  "doesn't add a removed member": {
    async before(at) {
      await makeMember(at, "viewer");
      await removeMember(at.asOwner, key(at));
    },
    becomes: null,
  },
  "doesn't add a member who left": {
    async before(at) {
      await makeMember(at, "viewer");
      await removeMember(context(at.db, actingUser(at.user)), key(at));
    },
    becomes: null,
  },
  "doesn't add a person whom it added before and who was removed": {
    async before(at) {
      await at.arrives([`${at.brand.slug}:viewer`]);
      await removeMember(at.asOwner, key(at));
    },
    becomes: null,
    entry: "member.joined_by_claim",
  },
  "keeps the role of a later invitation": {
    async before(at) {
      await makeMember(at, "editor");
      await removeMember(at.asOwner, key(at));
      await acceptInvitation(context(at.db, actingUser(at.user)), await at.invite());
    },
    becomes: "viewer",
  },
  "adds a person with an open invitation with its own role": {
    before: (at) => at.invite(),
    becomes: "editor",
    entry: "member.joined_by_claim",
  },
  "adds a person who was never a member and whose invitation was revoked": {
    async before(at) {
      const { invited } = await at.invite();
      await revokeInvitation(at.asOwner, { brandId: at.brand.id, invitationId: invited.id });
    },
    becomes: "editor",
    entry: "member.joined_by_claim",
  },
  "makes nobody an owner": { claimed: "owner", becomes: null },
  "makes a person an owner if owner is listed": {
    claimed: "owner",
    roles: ["owner", "viewer"],
    becomes: "owner",
    entry: "member.joined_by_claim",
  },
  "ignores a role that is not listed": { claimed: "admin", roles: ["viewer"], becomes: null },
  "ignores an unknown role": { claimed: "boss", becomes: null },
  "can't add to a full brand": { services: FULL, becomes: null, entry: "member.claim_refused" },
  "can add the last member": { services: ROOM, becomes: "editor", entry: "member.joined_by_claim" },
  "counts open invitations towards a full brand": {
    before: (at) => at.invite(),
    services: ROOM,
    becomes: null,
    entry: "member.claim_refused",
  },
  "doesn't reveal who is a member of a full brand": {
    before: (at) => makeMember(at, "viewer"),
    services: FULL,
    becomes: "viewer",
  },
  "skips an archived brand": {
    before: ({ db, brand }) => db.update(brands).set({ archivedAt: NOW }).where(eq(brands.id, brand.id)),
    becomes: null,
  },
};

describe("a role claim", () => {
  it.each(Object.keys(TABLE))("%s", async (what) => {
    const { before, claimed = "editor", roles = MOST, services, becomes, entry } = TABLE[what] as Case;
    const at = await scene();
    await before?.(at);
    await at.arrives([`${at.brand.slug}:${claimed}`], roles, services);
    expect(await at.role()).toBe(becomes);
    expect((await at.entries()).map(({ action }) => action)).toEqual(entry ? [entry] : []);
    // A second run changes nothing.
    await at.arrives([`${at.brand.slug}:viewer`], roles);
    const joinedLater =
      entry === "member.claim_refused" || what === "makes nobody an owner" || what.startsWith("ignores a");
    expect(await at.role()).toBe(joinedLater ? "viewer" : becomes);
  });

  it("audits new members with their roles, and who was kept out by a full brand", async () => {
    const at = await scene({ name: "Ana" });
    await at.arrives([`${at.brand.slug}:admin`], MOST, FULL);
    await at.arrives([`${at.brand.slug}:admin`]);
    const self = { actorId: at.user.id, targetId: at.user.id, targetLabel: "Ana" };
    expect(await at.entries()).toMatchObject([
      {
        ...self,
        action: "member.claim_refused",
        diff: { role: [null, "admin"], why: [null, expect.stringMatching(/limit of 1 members/)] },
      },
      { ...self, action: "member.joined_by_claim", diff: { role: [null, "admin"] } },
    ]);
  });

  it.each([
    ["a list", (slug: string) => [`${slug}:viewer`]],
    ["a single value", (slug: string) => `${slug}:viewer`],
    ["an object", (slug: string) => ({ [slug]: "viewer" })],
    ["a list with duplicates", (slug: string) => [`${slug}:viewer`, `${slug}:viewer`]],
  ])("is parsed as %s", async (_, claimOf) => {
    const at = await scene();
    await at.arrives(claimOf(at.brand.slug));
    expect(await at.role()).toBe("viewer");
    expect(warned).toEqual([]);
  });

  it.each([
    [undefined],
    [null],
    [""],
    [[]],
    [{}],
    [7],
    [true],
    [[null, 7, {}, ["alder:editor"]]],
    [{ alder: { editor: true } }],
  ])("adds nobody with the value %j", async (claim) => {
    const at = await scene();
    await at.arrives(claim);
    expect(await at.db.$count(memberships, eq(memberships.userId, at.user.id))).toBe(0);
  });

  it("grants the higher of two roles, including by a former slug", async () => {
    const at = await scene();
    const former = `former-${at.brand.slug}`;
    await at.db.insert(brandSlugs).values({ slug: former, brandId: at.brand.id, createdAt: NOW });
    await at.arrives([`${at.brand.slug}:viewer`, `${former}:admin`, `${at.brand.slug}:editor`]);
    expect(await at.role()).toBe("admin");
  });

  it("can name several brands, and a full one does not block the others", async () => {
    const [first, second] = [await scene(), await scene()];
    await makeMember({ ...first, user: await createUser(database.db) }, "viewer");
    await first.arrives([`${first.brand.slug}:editor`, `${second.brand.slug}:viewer`], MOST, ROOM);
    expect([await first.role(), await first.roleIn(second.brand.id)]).toEqual([null, "viewer"]);
  });

  it("logs unknown values in one line and applies the rest", async () => {
    const at = await scene();
    const strange = ["no-such-brand:editor", `${at.brand.slug}:boss`, "Alder:editor", "alder editor", "x".repeat(5000)];
    await at.arrives([...strange, `${at.brand.slug}:viewer`]);
    expect(await at.role()).toBe("viewer");
    expect(warned).toHaveLength(1);
    const [[{ ignored }]] = warned as [[{ ignored: string[] }]];
    expect(ignored).toContain("no-such-brand");
    expect(Math.max(...ignored.map(({ length }) => length))).toBeLessThan(80);
  });

  it("is read up to 100 values", async () => {
    const at = await scene();
    const many = Array.from({ length: 200_000 }, (_, index) => `brand-${index}-${"x".repeat(40)}:editor`);
    many[99] = `${at.brand.slug}:viewer`;
    many[100] = `${at.brand.slug}:admin`;
    let read = 0;
    const counting = new Proxy(many, {
      get: (values, key) => {
        if (/^\d+$/.test(String(key))) read += 1;
        return Reflect.get(values, key);
      },
    });
    await at.arrives(counting);
    expect(read).toBeLessThanOrEqual(101);
    expect(await at.role()).toBe("viewer");
  });

  it("adds a person once when they sign in twice at once", async () => {
    const at = await scene();
    await Promise.all(Array.from({ length: 5 }, () => at.arrives([`${at.brand.slug}:editor`])));
    expect(await at.role()).toBe("editor");
    expect(await at.entries()).toHaveLength(1);
  });
});

describe("a former membership", () => {
  it("is remembered however it ended, and erased with the person or the brand", async () => {
    const at = await scene();
    const known = () => at.db.$count(formerMembers, eq(formerMembers.userId, at.user.id));
    await makeMember(at, "viewer");
    expect(await known()).toBe(0);
    await at.db.delete(memberships).where(eq(memberships.userId, at.user.id));
    expect(await known()).toBe(1);
    await makeMember(at, "viewer");
    await at.db.delete(users).where(eq(users.id, at.user.id));
    expect(await known()).toBe(0);
  });
});
