import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { brands, memberships, sessions, users } from "@/db/schema";
import { issueNamedSessionToken, issueSession, revokeSession, signSessionToken } from "@/lib/access/server";
import { authenticateFederationToken, handOffToTool, mintFederationToken } from "@/lib/integrations/server";
import { environmentSecrets } from "@/lib/platform/config/tool-secrets";
import type { Actor, FederationActor, SignedInActor } from "@/lib/platform/context";
import { newId } from "@/lib/platform/ids";
import { openTestDatabase } from "@/tests/support/database";
import { exchange as exchangeToken } from "@/tests/support/exchange";
import {
  ANONYMOUS,
  context,
  createBrandFixture,
  createTool,
  createUser,
  entitle,
  NOW,
  signedInUser,
} from "@/tests/support/fixtures";
import { readJwt } from "@/tests/support/forge-jwt";

const issuer = "https://hub.example.com";
const SECRET = "a secret for federation tokens, 32+ characters";
const HOURS = 60 * 60;
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const iat = Math.floor(NOW.getTime() / 1000);

const database = openTestDatabase();

/** An owner of the brand, a signed-in viewer, and a second brand of the viewer. */
async function scene() {
  const { db } = database;
  const [owner, user] = [await createUser(db), await createUser(db)];
  const brand = await createBrandFixture(db, { members: { [owner.id]: "owner", [user.id]: "viewer" } });
  const second = await createBrandFixture(db, { members: { [owner.id]: "owner", [user.id]: "editor" } });
  const foreign = await createBrandFixture(db, { members: { [owner.id]: "owner" } });
  await db.update(users).set({ activeBrandId: second.id }).where(eq(users.id, user.id));
  const session = await issueSession(acting(ANONYMOUS), { userId: user.id, source: { kind: "browser" } });
  const actor = signedInUser(user, { sid: session.sid, authTimeSeconds: iat });
  return { user, brand, second, foreign, session, actor };
}
let at: Awaited<ReturnType<typeof scene>>;
beforeEach(async () => {
  at = await scene();
});

const acting = <A extends Actor>(actor: A, now = NOW, federation = [SECRET]) =>
  context(database.db, actor, now, { secrets: { ...environmentSecrets, federation }, baseUrl: issuer });
const mint = (actor: SignedInActor | FederationActor, brandId?: string, now = NOW) =>
  mintFederationToken(acting(actor, now), { brandId });
const authenticate = (token: string, now = NOW) => authenticateFederationToken(acting(ANONYMOUS, now), { token });
const exchange = (token: unknown, now = NOW, caller?: string) =>
  exchangeToken(acting(ANONYMOUS, now), { token, caller });
const revoke = () => database.db.update(sessions).set({ revokedAt: NOW }).where(eq(sessions.id, at.session.sid));
const leave = () => database.db.delete(memberships).where(eq(memberships.userId, at.user.id));
const archive = () => database.db.update(brands).set({ archivedAt: NOW }).where(eq(brands.id, at.brand.id));

/** The actor of a token minted for the first brand. */
async function federationActor(now = NOW) {
  const actor = await authenticate((await mint(at.actor, at.brand.id, now)).token, now);
  if (!actor) throw new Error("the token did not authenticate");
  return actor;
}

describe("minting from a session", () => {
  it("returns a token for the requested brand with the user's role and session, valid for 300 seconds", async () => {
    const minted = await mint(at.actor, at.brand.id.toUpperCase());
    const { header, claims } = readJwt(minted.token);
    expect(header).toEqual({ alg: "HS256", typ: "hub-federation+jwt", kid: expect.stringMatching(/^[\w-]{16}$/) });
    expect(claims).toEqual({
      iss: issuer,
      aud: "hub-federation",
      sub: at.user.id,
      brand_id: at.brand.id,
      role: "viewer",
      sid: at.session.sid,
      auth_time: iat,
      iat,
      exp: iat + 300,
      jti: expect.any(String),
    });
    expect(minted.expiresAtSeconds).toBe(iat + 300);
  });

  it("uses the active brand by default", async () => {
    expect(readJwt((await mint(at.actor)).token).claims).toMatchObject({ brand_id: at.second.id, role: "editor" });
  });

  it("gives each token its own id", async () => {
    const ids = [(await mint(at.actor)).token, (await mint(at.actor)).token].map((token) => readJwt(token).claims.jti);
    expect(new Set(ids).size).toBe(2);
  });

  it("returns 403 for a foreign, unknown or archived brand", async () => {
    await archive();
    for (const brandId of [at.foreign.id, newId(), at.brand.id]) {
      await expect(mint(at.actor, brandId)).rejects.toMatchObject({ code: "forbidden" });
    }
  });

  it("returns 403 for a user without brands", async () => {
    await leave();
    await expect(mint(at.actor)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("returns 401 once the session is revoked or expired", async () => {
    await expect(mint(at.actor, at.brand.id, later(31 * 24 * HOURS))).rejects.toMatchObject({ code: "unauthorized" });
    await revoke();
    await expect(mint(at.actor, at.brand.id)).rejects.toMatchObject({ code: "unauthorized" });
  });

  it("returns 403 for a read-only session token", async () => {
    const actor = signedInUser(at.user, { sid: at.session.sid, kind: "token", scopes: ["read"] });
    await expect(mint(actor, at.brand.id)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("works long after sign-in, since only renewals are limited", async () => {
    expect((await mint(at.actor, at.brand.id, later(20 * 24 * HOURS))).token).toEqual(expect.any(String));
  });
});

describe("minting from a federation token", () => {
  it("keeps session, brand and time of sign-in, and reads the current role", async () => {
    const actor = await federationActor();
    await database.db.update(memberships).set({ role: "admin" }).where(eq(memberships.userId, at.user.id));
    const { claims } = readJwt((await mint(actor, undefined, later(200))).token);
    expect(claims).toMatchObject({
      sub: at.user.id,
      brand_id: at.brand.id,
      role: "admin",
      sid: at.session.sid,
      auth_time: iat,
      iat: iat + 200,
      exp: iat + 500,
    });
  });

  it("accepts only the token's own brand, in any letter case", async () => {
    const actor = await federationActor();
    expect(readJwt((await mint(actor, at.brand.id.toUpperCase())).token).claims.brand_id).toBe(at.brand.id);
    await expect(mint(actor, at.second.id)).rejects.toMatchObject({ code: "forbidden" });
    await expect(mint(actor, newId())).rejects.toMatchObject({ code: "forbidden" });
  });

  it("returns 401 once the sign-in is over 12 hours old", async () => {
    const actor = await federationActor();
    expect((await mint(actor, undefined, later(12 * HOURS))).token).toEqual(expect.any(String));
    await expect(mint(actor, undefined, later(12 * HOURS + 1))).rejects.toMatchObject({ code: "unauthorized" });
  });

  it("grants no more than the original session", async () => {
    const owner = acting(signedInUser(at.user, { sid: at.session.sid }));
    const named = await issueNamedSessionToken(owner, { name: "Nightly export" });
    const session = { sid: named.sid, kind: "token" } as const;
    const actor = await authenticate((await mint(signedInUser(at.user, session), at.brand.id)).token);
    expect(actor?.session).toMatchObject({ ...session, scopes: ["read", "write"] });
    await database.db
      .update(sessions)
      .set({ scopes: ["read"] })
      .where(eq(sessions.id, named.sid));
    const token = (await mint(actor as FederationActor)).token;
    const limited = await authenticate(token);
    await expect(mint(limited as FederationActor)).rejects.toMatchObject({ code: "forbidden" });
    await revokeSession(owner, { sid: named.sid });
    expect(await authenticate(token)).toBeNull();
  });

  it("returns 401 once the session is revoked, 403 once the membership ended", async () => {
    const actor = await federationActor();
    await leave();
    await expect(mint(actor)).rejects.toMatchObject({ code: "forbidden" });
    await revoke();
    await expect(mint(actor)).rejects.toMatchObject({ code: "unauthorized" });
  });
});

describe("authenticateFederationToken", () => {
  it("returns the token's actor", async () => {
    const { token } = await mint(at.actor, at.brand.id);
    expect(await authenticate(token)).toEqual({
      kind: "federation",
      userId: at.user.id,
      session: {
        sid: at.session.sid,
        kind: "browser",
        scopes: ["read", "write"],
        authTimeSeconds: iat,
        provedAt: null,
        strong: false,
      },
      brandId: at.brand.id,
      role: "viewer",
      jti: readJwt(token).claims.jti,
      toolSlug: null,
      place: { brand: expect.objectContaining({ id: at.brand.id, role: "viewer" }), entitlements: [], tool: null },
    });
  });

  it("refuses a token with a revoked session or a deleted user", async () => {
    const { token } = await mint(at.actor, at.brand.id);
    await revoke();
    expect(await authenticate(token)).toBeNull();
    const other = await scene();
    const orphan = (await mint(other.actor, other.brand.id)).token;
    await database.db.delete(users).where(eq(users.id, other.user.id));
    expect(await authenticate(orphan)).toBeNull();
  });

  it("accepts tokens of the old secret while it is still listed, and signs with the first", async () => {
    const before = ["the old secret, of at least 32 characters"];
    const after = ["the new secret, of at least 32 characters"];
    const during = [...after, ...before];
    const old = await mintFederationToken(acting(at.actor, NOW, before));
    const fresh = await mintFederationToken(acting(at.actor, NOW, during));
    const accepts = async (token: string, by: string[]) =>
      (await authenticateFederationToken(acting(ANONYMOUS, NOW, by), { token })) !== null;
    expect([await accepts(old.token, during), await accepts(old.token, after)]).toEqual([true, false]);
    expect([await accepts(fresh.token, after), await accepts(fresh.token, before)]).toEqual([true, false]);
  });
});

describe("exchanging", () => {
  it("returns user, brand, current role and entitlements in order, repeatedly", async () => {
    const { token } = await mint(at.actor, at.brand.id);
    for (const slug of ["zeta", "alpha-two", "alpha"]) {
      await createTool(database.db, { slug, status: slug === "zeta" ? "disabled" : "active" });
      await entitle(database.db, at.brand.id, slug);
    }
    await createTool(database.db, { slug: "not-granted" });
    await database.db.update(memberships).set({ role: "admin" }).where(eq(memberships.userId, at.user.id));
    const expected = {
      userId: at.user.id,
      brandId: at.brand.id,
      role: "admin",
      entitlements: ["alpha", "alpha-two", "zeta"],
      toolSlug: null,
    };
    expect(await exchange(token)).toEqual(expected);
    expect(await exchange(token, later(200))).toEqual(expected);
  });

  it("returns no entitlements of another brand", async () => {
    const tool = await createTool(database.db);
    await entitle(database.db, at.second.id, tool.slug);
    expect((await exchange((await mint(at.actor, at.brand.id)).token)).entitlements).toEqual([]);
  });

  it.each([
    ["the member was removed", leave],
    ["the session was revoked", revoke],
    ["the brand was archived", archive],
  ])("returns 401 once %s", async (_, happen) => {
    const { token } = await mint(at.actor, at.brand.id);
    expect((await exchange(token)).brandId).toBe(at.brand.id);
    await happen();
    await expect(exchange(token)).rejects.toMatchObject({ code: "unauthorized" });
  });

  it("returns 401 once the token has expired", async () => {
    const { token } = await mint(at.actor, at.brand.id);
    await expect(exchange(token, later(306))).rejects.toMatchObject({ code: "unauthorized" });
  });

  it("refuses a session token, even one signed with the federation secret", async () => {
    const secrets = { ...environmentSecrets, session: [SECRET] };
    const token = await signSessionToken({ secrets }, at.session);
    await expect(exchange(token)).rejects.toMatchObject({ code: "unauthorized" });
  });

  it.each([undefined, null, "", "x", 7, {}, ["a"]])("returns 401 for %j", async (token) => {
    await expect(exchange(token)).rejects.toMatchObject({ code: "unauthorized" });
  });
});

describe("handing off to a tool", () => {
  const handOff = (toolSlug: string, brandId?: string) => handOffToTool(acting(at.actor), { toolSlug, brandId });

  async function connectedTool(values: Parameters<typeof createTool>[1] = {}) {
    const tool = await createTool(database.db, { connectUrl: "https://tool.example.com/connect", ...values });
    await entitle(database.db, at.brand.id, tool.slug);
    return tool;
  }

  it("returns a token for the requested brand and the tool's connect URL", async () => {
    const tool = await connectedTool();
    const handed = await handOff(tool.slug, at.brand.id);
    expect(handed.connectUrl.href).toBe("https://tool.example.com/connect");
    expect(handed.tool).toEqual({ slug: tool.slug, name: tool.name });
    expect(await exchange(handed.token)).toMatchObject({
      userId: at.user.id,
      brandId: at.brand.id,
      entitlements: [tool.slug],
    });
  });

  it("uses the active brand by default", async () => {
    const tool = await connectedTool();
    await expect(handOff(tool.slug)).rejects.toMatchObject({ code: "forbidden" });
    await entitle(database.db, at.second.id, tool.slug);
    expect((await handOff(tool.slug)).brand.id).toBe(at.second.id);
  });

  it("returns 404 for an unknown tool", async () => {
    await expect(handOff("no-such-tool", at.brand.id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("returns 403 for a foreign brand, even one with access, and an unknown one", async () => {
    const tool = await connectedTool();
    await entitle(database.db, at.foreign.id, tool.slug);
    for (const brandId of [at.foreign.id, newId()]) {
      await expect(handOff(tool.slug, brandId)).rejects.toMatchObject({ code: "forbidden" });
    }
  });

  it("returns 403 for a brand without access", async () => {
    const tool = await connectedTool();
    await expect(handOff(tool.slug, at.second.id)).rejects.toMatchObject({ code: "forbidden" });
  });

  it.each([
    ["is disabled", { status: "disabled" }],
    ["has no connect_url", { connectUrl: null }],
    ["has a connect_url with another scheme", { connectUrl: "javascript:alert(1)" }],
    ["has a connect_url stored while http was allowed", { connectUrl: "http://tool.example.com/connect" }],
  ] as const)("returns 403 for a tool that %s", async (_, values) => {
    const tool = await connectedTool(values);
    await expect(handOff(tool.slug, at.brand.id)).rejects.toMatchObject({ code: "forbidden" });
  });
});
