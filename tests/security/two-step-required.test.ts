import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEntries, brands, hubSettings, sessions, type users } from "@/db/schema";
import {
  acceptInvitation,
  authenticateSessionToken,
  beginAuthenticatorApp,
  confirmAuthenticatorApp,
  enterBrand,
  inviteMember,
  issueNamedSessionToken,
  issueSession,
  listFactors,
  listMembers,
  listMemberships,
  listPeople,
  readAdminsNeedTwoFactor,
  reauthenticate,
  removeAuthenticatorApp,
  requirePermission,
  setAdminsNeedTwoFactor,
  signSessionToken,
} from "@/lib/access/server";
import { countMembersWithTwoFactor, searchMyBrands, setMembersNeedTwoFactor } from "@/lib/brands/server";
import { Role } from "@/lib/contract";
import {
  authenticateFederationToken,
  handOffToTool,
  issueApiKey,
  listApiKeys,
  mintFederationToken,
} from "@/lib/integrations/server";
import type { FederationActor, SignedInActor } from "@/lib/platform/context";
import { TwoFactorRequired } from "@/lib/platform/errors";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "../support/database";
import { exchange } from "../support/exchange";
import { appOf, giveApp } from "../support/factors";
import {
  ANONYMOUS,
  actingUser,
  context,
  createBrandFixture,
  createTool,
  createUser,
  entitle,
  NOW,
  toolContext,
} from "../support/fixtures";
import { withLink } from "../support/invitations";

const database = openTestDatabase();
let tool: string;
beforeAll(async () => {
  tool = (await createTool(database.db, { connectUrl: "https://tool.example.com/in" })).slug;
});

type User = typeof users.$inferSelect;
type Brand = typeof brands.$inferSelect;
let person: User;
let brand: Brand;

const anyone = () => context(database.db, ANONYMOUS);

async function scene(role: Role = "editor") {
  person = await createUser(database.db);
  const owner = await createUser(database.db);
  brand = await createBrandFixture(database.db, { members: { [owner.id]: "owner", [person.id]: role } });
  await entitle(database.db, brand.id, tool);
  return owner;
}
const require2 = (on: boolean) =>
  database.db.update(brands).set({ membersNeedTwoFactor: on }).where(eq(brands.id, brand.id));

/** The session as its token finds it. */
async function session({ strong, token = false }: { strong: boolean; token?: boolean }) {
  const source = token
    ? ({ kind: "token", name: "Nightly", scopes: ["read", "write"] } as const)
    : ({ kind: "browser" } as const);
  const claims = await issueSession(anyone(), { userId: person.id, source, strong });
  return again(claims);
}
async function again(claims: Awaited<ReturnType<typeof issueSession>>) {
  const live = await authenticateSessionToken(anyone(), { token: await signSessionToken(anyone(), claims) });
  if (!live) throw new Error("the session is not in force");
  const actor: SignedInActor = { ...live.actor, session: { ...live.actor.session, provedAt: NOW } };
  return Object.assign(context(database.db, actor), { claims });
}

/** Every way to reach a brand, and whether it is admitted. */
async function waysIn(ctx: Ctx<SignedInActor>) {
  const lets = async (work: () => Promise<unknown>) => {
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof TwoFactorRequired) return false;
      throw error;
    }
  };
  return {
    page: await lets(() => requirePermission(ctx, brand.id, "read")),
    api: await lets(() => enterBrand(ctx, { brandId: brand.id })),
    active: await lets(() => enterBrand(ctx, {})),
    mint: await lets(() => mintFederationToken(ctx, { brandId: brand.id })),
    handOff: await lets(() => handOffToTool(ctx, { toolSlug: tool, brandId: brand.id })),
  };
}
const all = (value: boolean) => ({ page: value, api: value, active: value, mint: value, handOff: value });

describe("a brand that requires two-factor sign-in", () => {
  const cases = Role.options.flatMap((role) => [
    { role, required: false, factor: false, strong: false, token: false, lets: true },
    { role, required: true, factor: false, strong: false, token: false, lets: false },
    { role, required: true, factor: true, strong: false, token: true, lets: false },
    { role, required: true, factor: false, strong: true, token: true, lets: true },
    { role, required: true, factor: true, strong: true, token: false, lets: true },
  ]);

  it.each(cases)(
    "admits only two-factor sessions when required: $role, required $required, factor $factor, two-factor $strong, named token $token, admitted $lets",
    async ({ role, required, factor, strong, token, lets }) => {
      await scene(role);
      if (factor) await giveApp(anyone(), person);
      await require2(required);
      expect(await waysIn(await session({ strong, token }))).toEqual(all(lets));
    },
  );

  it.each([true, false])("accepts a federation token by the session behind it, strong: %s", async (strong) => {
    await scene();
    const ctx = await session({ strong });
    const { token } = await mintFederationToken(ctx, { brandId: brand.id });
    const actor = await authenticateFederationToken(anyone(), { token });
    const federated = context(database.db, actor as FederationActor);
    await require2(true);
    if (strong) {
      expect(await exchange(anyone(), { token })).toMatchObject({ userId: person.id, role: "editor" });
      await mintFederationToken(federated);
      expect(await enterBrand(federated, { brandId: brand.id })).toMatchObject({ id: brand.id });
    } else {
      await expect(exchange(anyone(), { token })).rejects.toMatchObject({ code: "unauthorized" });
      await expect(mintFederationToken(federated)).rejects.toThrow(TwoFactorRequired);
      await expect(enterBrand(federated, { brandId: brand.id })).rejects.toThrow(TwoFactorRequired);
    }
  });

  it("blocks open sessions until their user confirms with a factor", async () => {
    const owner = await scene();
    const { show } = await giveApp(anyone(), person);
    const open = await session({ strong: false });
    expect(await waysIn(open)).toEqual(all(true));
    const strongOwner = { ...actingUser(owner), session: { ...open.actor.session, strong: true } };
    await setMembersNeedTwoFactor(context(database.db, strongOwner), { brandId: brand.id, on: true });
    expect(await waysIn(open)).toEqual(all(false));
    await reauthenticate(open, { kind: "code", answer: { code: show(NOW) } });
    expect(await waysIn(await again(open.claims))).toEqual(all(true));
  });

  it("admits a session in which its user sets up a factor", async () => {
    await scene();
    await require2(true);
    const open = await session({ strong: false });
    const { key, setUp } = await beginAuthenticatorApp(open);
    await confirmAuthenticatorApp(open, { setUp, code: appOf(key)(NOW) });
    expect(await waysIn(await again(open.claims))).toEqual(all(true));
  });

  it("keeps a member's last factor; removing it while not required leaves weak sessions that are blocked later", async () => {
    await scene();
    await giveApp(anyone(), person);
    await require2(true);
    const open = await session({ strong: true });
    await expect(removeAuthenticatorApp(open)).rejects.toThrow(`required by ${brand.name}`);
    expect((await listFactors(open)).app).not.toBeNull();
    await require2(false);
    await removeAuthenticatorApp(open);
    await require2(true);
    expect(await waysIn(await again(open.claims))).toEqual(all(false));
  });

  it("lets an invited user without a factor join, then requires one", async () => {
    const owner = await scene();
    await require2(true);
    const invited = await createUser(database.db);
    const inviting = context(database.db, actingUser(owner));
    const { token } = withLink(
      await inviteMember(inviting, { brandId: brand.id, email: invited.email, role: "viewer" }),
    );
    person = invited;
    const open = await session({ strong: false });
    await acceptInvitation(open, { token });
    expect((await listMemberships(open)).map(({ id }) => id)).toEqual([brand.id]);
    expect(await waysIn(open)).toEqual(all(false));
  });

  it("shows a blocked member only its name: no logo, member or key", async () => {
    await scene("admin");
    await require2(true);
    const open = await session({ strong: false });
    const { brands: found } = await searchMyBrands(open, { limit: 5 });
    expect(found).toMatchObject([{ name: brand.name, mark: null }]);
    await expect(listMembers(open, { brandId: brand.id })).rejects.toThrow(TwoFactorRequired);
    await expect(listApiKeys(open, { brandId: brand.id })).rejects.toThrow(TwoFactorRequired);
  });

  it("does not affect API keys and tools", async () => {
    const owner = await scene();
    const { key } = await issueApiKey(context(database.db, actingUser(owner)), {
      brandId: brand.id,
      name: "Shop",
      expiresAt: null,
    });
    await require2(true);
    const { authenticateApiKey } = await import("@/lib/integrations/server");
    expect(await authenticateApiKey(anyone(), { key })).toMatchObject({ brandId: brand.id });
    const { readBundle } = await import("@/lib/publishing/server");
    expect(await readBundle(toolContext(database.db, tool), { brandId: brand.id })).toMatchObject({});
  });

  it("does not affect other brands of the same person", async () => {
    await scene();
    await require2(true);
    const open = await session({ strong: false });
    const other = await createBrandFixture(database.db, { members: { [person.id]: "owner" } });
    expect(await requirePermission(open, other.id, "own")).toMatchObject({ role: "owner" });
    expect(await enterBrand(open, { brandId: other.id })).toMatchObject({ id: other.id });
  });
});

describe("requiring it from a brand's members", () => {
  it.each(["admin", "editor", "viewer"] as const)("is refused to a brand's %s", async (role) => {
    await scene(role);
    const ctx = await session({ strong: true });
    await expect(setMembersNeedTwoFactor(ctx, { brandId: brand.id, on: true })).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  it("needs re-authentication, and is refused to an owner it would lock out", async () => {
    await scene("owner");
    const weak = await session({ strong: false });
    await expect(setMembersNeedTwoFactor(weak, { brandId: brand.id, on: true })).rejects.toThrow(/own account first/);
    const strong = await session({ strong: true });
    const old = { ...strong, now: new Date(NOW.getTime() + 16 * 60_000) };
    await expect(setMembersNeedTwoFactor(old, { brandId: brand.id, on: true })).rejects.toMatchObject({
      name: "ReauthRequired",
    });
    await setMembersNeedTwoFactor(strong, { brandId: brand.id, on: true });
    await setMembersNeedTwoFactor(strong, { brandId: brand.id, on: true });
    await setMembersNeedTwoFactor(strong, { brandId: brand.id, on: false });
    const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.brandId, brand.id));
    expect(entries.map(({ action }) => action)).toEqual(["brand.two_step_required", "brand.two_step_lifted"]);
  });

  it("says beforehand how many members have no factor", async () => {
    await scene("admin");
    await giveApp(anyone(), person);
    const ctx = await session({ strong: true });
    expect(await countMembersWithTwoFactor(ctx, { brandId: brand.id })).toEqual({ members: 2, without: 1 });
  });
});

describe("a hub that requires two-factor sign-in for administrators", () => {
  beforeEach(async () => {
    person = await createUser(database.db, { hubAdmin: true });
    await database.db.delete(hubSettings);
  });

  it("allows administration in strong sessions only, and asks nothing of other users", async () => {
    const [weak, strong] = [await session({ strong: false }), await session({ strong: true })];
    expect(await readAdminsNeedTwoFactor(weak)).toBe(false);
    await expect(setAdminsNeedTwoFactor(weak, { on: true })).rejects.toThrow(/own account first/);
    await setAdminsNeedTwoFactor(strong, { on: true });
    const [nowWeak, nowStrong] = [await again(weak.claims), await again(strong.claims)];
    await expect(listPeople(nowWeak, {})).rejects.toThrow(TwoFactorRequired);
    await expect(setAdminsNeedTwoFactor(nowWeak, { on: false })).rejects.toThrow(TwoFactorRequired);
    await listPeople(nowStrong, {});
    person = await createUser(database.db);
    brand = await createBrandFixture(database.db, { members: { [person.id]: "owner" } });
    await entitle(database.db, brand.id, tool);
    expect(await waysIn(await session({ strong: false }))).toEqual(all(true));
  });

  it("keeps an administrator's last factor", async () => {
    await giveApp(anyone(), person);
    await setAdminsNeedTwoFactor(await session({ strong: true }), { on: true });
    const open = await session({ strong: true });
    await expect(removeAuthenticatorApp(open)).rejects.toThrow("required by this hub (for administrators)");
    await setAdminsNeedTwoFactor(await again(open.claims), { on: false });
    await removeAuthenticatorApp(open);
  });
});

it("a named token is as strong as the session that issued it", async () => {
  await scene();
  for (const strong of [true, false]) {
    const { sid } = await issueNamedSessionToken(await session({ strong }), { name: "Nightly" });
    const [row] = await database.db.select().from(sessions).where(eq(sessions.id, sid));
    expect(row?.strong).toBe(strong);
  }
});
