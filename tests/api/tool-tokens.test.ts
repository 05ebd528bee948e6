import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { toolCredentials, tools } from "@/db/schema";
import { operations } from "@/lib/contract";
import { issueToolCredential, revokeToolCredential, rotateToolCredential } from "@/lib/integrations/server";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "@/lib/runtime/context";
import { call } from "../support/call";
import { configure, withoutLimits } from "../support/configure";
import { createTestDatabase } from "../support/database";
import { actingUser, context, createTool, createUser, entitle } from "../support/fixtures";
import { directMount, type Mount, routeFileMount } from "../support/mounts";
import { createWorld, type World } from "../support/world";

const HOUR_MS = 3_600_000;
/** Two lookups in one event-loop turn share a statement. Sequential ones don't. */
const statements: string[] = [];
/** Without background writes. */
const asked = () => statements.filter((text) => !/api_requests|usage_counters|last_used_at|child_reads/.test(text));

let world: World;
let mounts: Mount[];
let admin: Ctx;
beforeAll(async () => {
  world = await createWorld({}, await createTestDatabase((statement) => statements.push(statement)));
  mounts = [await routeFileMount(), await directMount()];
  const user = await createUser(world.db, { hubAdmin: true });
  admin = context(world.db, actingUser({ id: user.id, hubAdmin: true }), new Date());
});
afterAll(async () => {
  for (const mount of mounts) await mount.close();
  await world.close();
});
beforeEach(withoutLimits);

const issue = async (toolSlug: string, now = new Date(), expiresAt: Date | null = null) =>
  issueToolCredential({ ...admin, now }, { toolSlug, kind: "app_token", name: "Test", expiresAt });

/** One token of each fate, with at most two active. */
async function tokensOf(toolSlug: string) {
  const yesterday = new Date(Date.now() - 24 * HOUR_MS);
  const rotated = await issue(toolSlug, yesterday);
  const ending = await rotateToolCredential(
    { ...admin, now: yesterday },
    { toolSlug, credentialId: rotated.id, overlapHours: 1 },
  );
  const soonAfter = new Date(yesterday.getTime() + 2 * HOUR_MS);
  const ended = await issue(toolSlug, soonAfter, new Date(Date.now() - HOUR_MS));
  const right = await rotateToolCredential(admin, { toolSlug, credentialId: ending.id, overlapHours: 2 });
  const revoked = await issue((await createTool(world.db)).slug);
  await world.db
    .update(toolCredentials)
    .set({ toolSlug, revokedAt: new Date() })
    .where(eq(toolCredentials.id, revoked.id));
  const other = await issue((await createTool(world.db)).slug);
  return {
    right: right.secret,
    ending: ending.secret,
    ended: ended.secret,
    rotated: rotated.secret,
    revoked: revoked.secret,
    other: other.secret,
    madeUp: "of-nobody-0123456789abcdefghijklmnopqrstuvwxyz",
  };
}
type Fate = keyof Awaited<ReturnType<typeof tokensOf>>;

/** Each fate of a token created in the hub, and whether it works. */
const FATES: Record<Fate, boolean> = {
  right: true,
  ending: true,
  ended: false,
  rotated: false,
  revoked: false,
  other: false,
  madeUp: false,
};
const ENVIRONMENT = "of-the-environment-0123456789abcdefghijklmnop";

describe.each([0, 1])("on mount %i", (index) => {
  const mount = () => mounts[index] as Mount;
  const read = (tool: string, token: string, id = world.brands.own.id, query = "") =>
    call(mount(), operations.readBundle, { token, tool, params: { id }, query });
  const send = (tool: string, token: string) =>
    call(mount(), operations.ingestEvent, {
      token,
      tool,
      body: {
        brand_id: world.brands.own.id,
        type: "asset.approved",
        occurred_at: "2026-03-14T09:26:53.589Z",
        idempotency_key: newId(),
        payload: {},
      },
    });

  describe.each([
    { environment: true, hub: true },
    { environment: true, hub: false },
    { environment: false, hub: true },
    { environment: false, hub: false },
  ])("with a token in the environment ($environment) and in the hub ($hub)", ({ environment, hub }) => {
    let slug: string;
    let tokens: Partial<Awaited<ReturnType<typeof tokensOf>>>;
    beforeAll(async () => {
      slug = (await createTool(world.db)).slug;
      await entitle(world.db, world.brands.own.id, slug);
      tokens = hub ? await tokensOf(slug) : { madeUp: (await issue((await createTool(world.db)).slug)).secret };
      if (environment) configure({ [`CORE_CHILD_APP_TOKEN__${slug.toUpperCase().replaceAll("-", "_")}`]: ENVIRONMENT });
    });

    it.each(["active", "disabled"] as const)("accepts only active tokens of a tool that is %s", async (status) => {
      await world.db.update(tools).set({ status }).where(eq(tools.slug, slug));
      const good = status === "active" ? 200 : 403;
      const answers = { bundle: {} as Record<string, number>, event: {} as Record<string, number> };
      const expected: Record<string, number> = {};
      for (const [fate, token] of Object.entries({ ...tokens, environment: ENVIRONMENT })) {
        expected[fate] = (fate === "environment" ? environment : FATES[fate as Fate]) ? good : 401;
        answers.bundle[fate] = (await read(slug, token)).status;
        answers.event[fate] = (await send(slug, token)).status;
      }
      expect(answers).toEqual({ bundle: expected, event: expected });
    });
  });

  it("reads a bundle with one statement for either kind of token", async () => {
    const { secret } = await issue(
      (await world.db.select().from(tools).where(eq(tools.slug, "brand-studio")))[0]?.slug ?? "",
    );
    const both = [world.tokens.childApp, secret];
    // Warm up: the tools' budgets are cached now.
    for (const token of both) await read("brand-studio", token);
    for (const token of both)
      for (const query of ["", "?since=1"]) {
        statements.length = 0;
        expect((await read("brand-studio", token, world.brands.own.id, query)).status).toBe(200);
        expect(asked()).toHaveLength(1);
      }
    await world.db.delete(toolCredentials).where(eq(toolCredentials.toolSlug, "brand-studio"));
  });

  it("asks the database nothing about malformed tokens, and once about a well-formed one", async () => {
    const { secret } = await issue((await createTool(world.db)).slug);
    for (const [token, count] of [
      ["not-a-credential", 0],
      [`${secret.slice(0, -1)}_`, 0],
      [secret, 1],
    ] as const) {
      statements.length = 0;
      expect((await read("brand-studio", token)).status).toBe(401);
      expect(asked()).toHaveLength(count);
    }
  });

  it("answers 401 before any other problem of the request, and afterwards as always", async () => {
    const tool = await createTool(world.db);
    const { secret } = await issue(tool.slug);
    const stranger = (await issue((await createTool(world.db)).slug)).secret;
    for (const [id, query] of [
      ["nonsense", ""],
      [newId(), ""],
      [world.brands.own.id, "?since=abc"],
      ["nonsense", "?since=-1"],
    ]) {
      expect((await read(tool.slug, stranger, id, query)).status).toBe(401);
      expect((await read(tool.slug, secret, id, query)).status).toBe(query ? 400 : 404);
    }
    expect((await read(tool.slug, secret)).status).toBe(403);
    expect((await read("Nobody!", secret)).status).toBe(401);
  });

  it("refuses a token as soon as it is revoked", async () => {
    const tool = await createTool(world.db);
    await entitle(world.db, world.brands.own.id, tool.slug);
    const { id, secret } = await issue(tool.slug);
    expect((await read(tool.slug, secret)).status).toBe(200);
    await revokeToolCredential(admin, { toolSlug: tool.slug, credentialId: id });
    expect((await read(tool.slug, secret)).status).toBe(401);
  });

  it("counts failures against the address, and successes against the tool's one budget", async () => {
    const tool = await createTool(world.db);
    await entitle(world.db, world.brands.own.id, tool.slug);
    const first = await issue(tool.slug);
    const second = await rotateToolCredential(admin, { toolSlug: tool.slug, credentialId: first.id, overlapHours: 1 });
    configure({ RATE_LIMIT_PER_MINUTE: 2 });
    expect((await read(tool.slug, first.secret)).status).toBe(200);
    expect((await read(tool.slug, second.secret)).status).toBe(200);
    expect((await read(tool.slug, first.secret)).status).toBe(429);
    configure({ RATE_LIMIT_PER_MINUTE: 0, RATE_LIMIT_FAILED_AUTH_PER_MINUTE: 1 });
    const wrong = (await issue((await createTool(world.db)).slug)).secret;
    const statuses = [];
    for (let time = 0; time < 2; time += 1) statuses.push((await read(tool.slug, wrong)).status);
    expect(statuses).toContain(429);
    expect((await read(tool.slug, second.secret)).status).toBe(200);
  });

  it("records when a token was last used without delaying the response", async () => {
    const tool = await createTool(world.db);
    await entitle(world.db, world.brands.own.id, tool.slug);
    const { id, secret } = await issue(tool.slug);
    const before = Date.now();
    await read(tool.slug, secret);
    await world.hub.services.usage.flush();
    const [row] = await world.db.select().from(toolCredentials).where(eq(toolCredentials.id, id));
    expect(row?.lastUsedAt?.getTime()).toBeGreaterThanOrEqual(before);
  });

  it("records the use of a tool's token on an exchange without delaying the response", async () => {
    const tool = await createTool(world.db);
    const { id, secret } = await issue(tool.slug);
    const { secret: strangers, id: unused } = await issue((await createTool(world.db)).slug);
    const exchange = (by: object) =>
      call(mount(), operations.exchangeFederationToken, { ...by, body: { token: world.tokens.federation } });
    const ofTool = { token: secret, tool: tool.slug };
    expect((await exchange(ofTool)).status).toBe(200);
    // One for the token in the body, and one for the tool's own token if it was created in the hub.
    for (const [by, count] of [
      [{}, 1],
      [{ token: world.tokens.childApp, tool: "brand-studio" }, 1],
      [ofTool, 2],
    ] as const) {
      statements.length = 0;
      expect((await exchange(by)).status).toBe(200);
      expect(asked()).toHaveLength(count);
    }
    expect((await exchange({ token: strangers, tool: tool.slug })).status).toBe(401);
    await world.hub.services.usage.flush();
    const lastUse = async (credentialId: string) =>
      (await world.db.select().from(toolCredentials).where(eq(toolCredentials.id, credentialId)))[0]?.lastUsedAt;
    expect([await lastUse(id), await lastUse(unused)]).toEqual([expect.any(Date), null]);
  });
});
