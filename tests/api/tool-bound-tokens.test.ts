import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { entitlements, sessions, tools } from "@/db/schema";
import { operations } from "@/lib/contract";
import { handOffToTool } from "@/lib/integrations/server";
import { contextOf } from "@/lib/runtime/hub";
import { call } from "../support/call";
import { withoutLimits } from "../support/configure";
import { entitle, signedInUser } from "../support/fixtures";
import { readJwt } from "../support/forge-jwt";
import { directMount, type Mount } from "../support/mounts";
import { createWorld, type World } from "../support/world";

/** Tool A's state changes. Tool B tries to use what isn't its own. */
const A = "brand-studio";
const B = "print-desk";

let world: World;
let mount: Mount;
let tokens: Record<TokenOf, string>;
beforeAll(async () => {
  withoutLimits();
  world = await createWorld();
  mount = await directMount();
});
afterAll(async () => {
  await mount.close();
  await world.close();
});

const setTool = (slug: string, values: Partial<typeof tools.$inferInsert>) =>
  world.db.update(tools).set(values).where(eq(tools.slug, slug));
const endSession = (revokedAt: Date | null) =>
  world.db.update(sessions).set({ revokedAt }).where(eq(sessions.id, world.sids.owner));
const own = () => world.brands.own.id;
const endEntitlement = (brandId = own()) =>
  world.db.delete(entitlements).where(and(eq(entitlements.brandId, brandId), eq(entitlements.toolSlug, A)));

async function handedTo(toolSlug: string, brandId = own()): Promise<string> {
  const now = new Date();
  const session = { sid: world.sids.owner, authTimeSeconds: Math.floor(now.getTime() / 1000) };
  const ctx = contextOf(world.hub, { actor: signedInUser(world.users.owner, session), now });
  return (await handOffToTool(ctx, { toolSlug, brandId })).token;
}

beforeEach(async () => {
  const asAtFirst = { status: "active", ownCredentialsOnly: false, connectUrl: "https://tool.example.com/cb" } as const;
  for (const slug of [A, B]) await setTool(slug, asAtFirst);
  await endSession(null);
  await endEntitlement();
  await entitle(world.db, own(), A);
  tokens = { unbound: world.tokens.federation, A: await handedTo(A), B: await handedTo(B) };
});

type TokenOf = "unbound" | "A" | "B";
const CALLERS = ["nobody", "A", "B", "wrong"] as const;

function credentials(of: (typeof CALLERS)[number]) {
  const { childApp, disabledChildApp: ofB, garbage } = world.tokens;
  return {
    nobody: {},
    A: { token: childApp, tool: A },
    B: { token: ofB, tool: B },
    wrong: { token: garbage, tool: A },
  }[of];
}
const exchange = (token: string, by: object = {}) =>
  call(mount, operations.exchangeFederationToken, { ...by, body: { token } });

/** Everything that revokes access for tool A, in all combinations. */
const flags = [false, true];
const STATES = flags.flatMap((switchOn) =>
  flags.flatMap((disabled) => flags.flatMap((ended) => flags.map((over) => ({ switchOn, disabled, ended, over })))),
);

/** Statuses of an exchange without credentials and with A's, B's and wrong ones. */
function expected(token: TokenOf, { switchOn, disabled, ended, over }: (typeof STATES)[number]): number[] {
  if (over) return [401, 401, 401, 401];
  if (token === "unbound") return [200, 200, 200, 401];
  if (token === "B") return [200, 401, 200, 401];
  if (disabled || ended) return [401, 401, 401, 401];
  return switchOn ? [401, 200, 401, 401] : [200, 200, 401, 401];
}

describe("an exchange", () => {
  it.each(STATES)(
    "answers each token to each caller: A's own credentials only $switchOn, disabled $disabled, entitlement ended $ended, session over $over",
    async (state) => {
      await setTool(A, { ownCredentialsOnly: state.switchOn, status: state.disabled ? "disabled" : "active" });
      if (state.ended) await endEntitlement();
      if (state.over) await endSession(new Date());
      for (const token of ["unbound", "A", "B"] as const) {
        const statuses = [];
        for (const caller of CALLERS) statuses.push((await exchange(tokens[token], credentials(caller))).status);
        expect([token, ...statuses]).toEqual([token, ...expected(token, state)]);
      }
    },
  );

  it("adds the tool to the four fields for tool-bound tokens only", async () => {
    const four = {
      user_id: world.users.owner.id,
      brand_id: own(),
      role: "owner",
      entitlements: [A, B],
    };
    expect((await exchange(tokens.unbound)).body).toEqual(four);
    expect((await exchange(tokens.A)).body).toEqual({ ...four, azp: A });
    expect((await exchange(tokens.A, credentials("A"))).body).toEqual({ ...four, azp: A });
  });

  it("treats X-Tool-Slug alone as no credential, and any other Authorization as a wrong one", async () => {
    for (const tool of [B, "No Slug"]) {
      const { status, headers } = await exchange(tokens.A, { tool });
      expect([status, headers.get("x-hub-warning")]).toEqual([200, expect.stringContaining("X-Tool-Slug was ignored")]);
    }
    for (const by of [{}, credentials("A")])
      expect((await exchange(tokens.A, by)).headers.get("x-hub-warning")).toBeNull();
    for (const by of [
      { token: world.tokens.childApp },
      { token: world.tokens.apiKey, tool: A },
      { token: tokens.A, tool: A },
      { headers: { authorization: "Basic eDp5" }, tool: A },
      { headers: { authorization: "" }, tool: A },
    ])
      expect((await exchange(tokens.A, by)).status).toBe(401);
  });

  it("leaves audience and claims unchanged except for the tool", () => {
    const { azp, ...claims } = readJwt(tokens.A).claims;
    expect(azp).toBe(A);
    expect(claims.aud).toBe("hub-federation");
    expect(Object.keys(claims).sort()).toEqual(Object.keys(readJwt(tokens.unbound).claims).sort());
  });
});

describe("minting again from a tool-bound token", () => {
  const mint = (token: string) => call(mount, operations.mintFederationToken, { token, body: {} });

  it("keeps the tool, and an unbound token stays unbound", async () => {
    expect(readJwt((await mint(tokens.A)).body.token).claims.azp).toBe(A);
    expect(readJwt((await mint(tokens.unbound)).body.token).claims).not.toHaveProperty("azp");
    const again = (await mint((await mint(tokens.A)).body.token)).body.token;
    expect((await exchange(again, credentials("B"))).status).toBe(401);
  });

  it.each([
    ["its entitlement", () => endEntitlement()],
    ["the tool, once it is disabled", () => setTool(A, { status: "disabled" })],
  ])("stops with %s, for that tool's tokens only", async (_, happen) => {
    await happen();
    expect([(await mint(tokens.A)).status, (await mint(tokens.B)).status]).toEqual([403, 200]);
    expect((await mint(tokens.unbound)).status).toBe(200);
  });
});

describe("a tool-bound token", () => {
  const list = (token: string) => call(mount, operations.listMyBrands, { token });
  const slugs = ({ body }: { body: { brands: { slug: string }[] } }) => body.brands.map(({ slug }) => slug);
  const read = (token: string) => call(mount, operations.readMyBrand, { token });

  it("lists the person's brands that the tool can read, with the active one", async () => {
    expect(slugs(await list(tokens.unbound))).toEqual(["alder", "birch"]);
    expect(slugs(await list(tokens.A))).toEqual(["alder"]);
    await entitle(world.db, world.brands.second.id, A);
    const both = await list(tokens.A);
    expect([slugs(both), both.body.active_brand_id]).toEqual([["alder", "birch"], own()]);
    await endEntitlement();
    const other = await list(tokens.A);
    expect([slugs(other), other.body.active_brand_id]).toEqual([["birch"], world.brands.second.id]);
    await endEntitlement(world.brands.second.id);
    expect((await list(tokens.A)).body).toEqual({ brands: [], active_brand_id: null });
  });

  it("lists nothing once the tool is disabled", async () => {
    await setTool(A, { status: "disabled" });
    expect(slugs(await list(tokens.A))).toEqual([]);
    expect(slugs(await list(tokens.B))).toEqual(["alder"]);
    expect((await read(tokens.A)).status).toBe(403);
  });

  it("reads its brand's identity while the tool is entitled to the brand", async () => {
    expect((await read(tokens.A)).body).toEqual((await read(world.tokens.session)).body);
    await endEntitlement();
    expect((await read(tokens.A)).status).toBe(403);
    expect((await read(tokens.unbound)).status).toBe(200);
  });
});
