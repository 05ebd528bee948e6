import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { auditEntries, tools } from "@/db/schema";
import { BudgetExceeded, type Budgeted, takeFromBudget } from "@/lib/api/budget";
import {
  authenticateApiKey,
  editTool,
  issueApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  setApiKeyBudget,
  setToolBudget,
  ToolBudgets,
} from "@/lib/integrations/server";
import type { Budgets } from "@/lib/platform/context";
import { BUDGET_BOUNDS, NO_OWN_BUDGET, type OwnBudget } from "@/lib/platform/limits/credential-budget";
import type { LimitStore } from "@/lib/platform/limits/limit-store";
import { MemoryStore } from "@/lib/platform/limits/memory-store";
import { RedisStore } from "@/lib/platform/limits/redis-store";
import { plainTransport } from "@/lib/platform/limits/redis-transport";
import { NO_BUDGETS } from "@/lib/platform/limits/user-budgets";
import type { Ctx } from "@/lib/runtime/context";
import { createTestDatabase } from "@/tests/support/database";
import {
  ANONYMOUS,
  actingUser,
  context,
  createBrandFixture,
  createTool,
  createUser,
  NOW,
} from "@/tests/support/fixtures";
import { type RunningRedis, startRedis } from "@/tests/support/redis";

let database: OpenDatabase;
let redis: RunningRedis;
beforeAll(async () => {
  [database, redis] = await Promise.all([createTestDatabase(), startRedis()]);
});
afterAll(async () => {
  await database?.close();
  await redis?.stop();
});

const STORES = {
  memory: () => new MemoryStore({ nowMs: () => performance.now() }),
  Redis: () =>
    new RedisStore({
      transport: plainTransport({ url: redis.url, abandonMs: 3_600_000 }),
      newId: randomUUID,
      nowMs: Date.now,
      prefix: "brand-hub",
    }),
};

const HUB = { perMinute: 4, concurrent: 2 };
const only = (figures: Partial<OwnBudget>): OwnBudget => ({ ...NO_OWN_BUDGET, ...figures });

/** A hub process with its own clock and cached budgets, on the shared database and limit store. */
function processOf(limits: LimitStore) {
  const clock = { nowMs: 0 };
  const toolBudgets = new ToolBudgets({ nowMs: () => clock.nowMs });
  let budgets: Budgets = { ...NO_BUDGETS, ...HUB, apiKeyCeiling: { perMinute: 20, concurrent: 5 } };
  const services = () => ({ limits, toolBudgets, budgets });
  return {
    clock,
    configure(changes: Partial<Budgets>) {
      budgets = { ...budgets, ...changes };
    },
    as: (user: { id: string; hubAdmin?: boolean }): Ctx => context(database.db, actingUser(user), NOW, services()),
    tool: (toolSlug: string): Ctx => context(database.db, { kind: "tool", toolSlug }, NOW, services()),
    async key(key: string): Promise<Ctx> {
      const actor = await authenticateApiKey(context(database.db, ANONYMOUS, NOW), { key });
      if (!actor) throw new Error("the key is unknown");
      return context(database.db, actor, NOW, services());
    },
  };
}

/** Sends a request that ends at once. Returns the budget in its response. */
async function send(ctx: Ctx): Promise<string> {
  try {
    const { headers, release } = await takeFromBudget(ctx, false);
    await release();
    return headers.ratelimit ? `ok ${headers["ratelimit-policy"]} ${/r=\d+/.exec(headers.ratelimit)}` : "ok uncounted";
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    expect(error.headers.ratelimit).toMatch(/^"(default|concurrent)";r=0;t=\d+$/);
    expect(error.retryAfterSeconds).toBeGreaterThanOrEqual(1);
    return `refused ${error.headers["ratelimit-policy"]}`;
  }
}
const sendMany = async (ctx: Ctx, count: number) => {
  const answers: string[] = [];
  for (let n = 0; n < count; n += 1) answers.push((await send(ctx)).split(" ")[0] as string);
  return answers.filter((answer) => answer === "ok").length;
};

/** Opens up to `count` requests and keeps the admitted ones open. */
async function hold(ctx: Ctx, count: number): Promise<Budgeted[]> {
  const taken = await Promise.allSettled(Array.from({ length: count }, async () => takeFromBudget(ctx, false)));
  return taken.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
}

describe.each(Object.keys(STORES) as (keyof typeof STORES)[])("budgets counted in %s", (kind) => {
  async function scene() {
    const { db } = database;
    const [owner, admin, hubAdmin] = [
      await createUser(db),
      await createUser(db),
      await createUser(db, { hubAdmin: true }),
    ];
    const brand = await createBrandFixture(db, { members: { [owner.id]: "owner", [admin.id]: "admin" } });
    const tool = await createTool(db);
    const limits = STORES[kind]();
    const [here, there] = [processOf(limits), processOf(limits)];
    const issued = await issueApiKey(here.as(owner), { brandId: brand.id, name: "Website", expiresAt: null });
    const setKey = (budget: Partial<OwnBudget>, user = owner, apiKeyId = issued.id) =>
      setApiKeyBudget(here.as(user), { brandId: brand.id, apiKeyId, budget: only(budget) });
    const setTool = (budget: Partial<OwnBudget>, user = hubAdmin) =>
      setToolBudget(here.as(user), { slug: tool.slug, budget: only(budget) });
    return { here, there, owner, admin, hubAdmin, brand, tool, issued, setKey, setTool, limits };
  }
  let at: Awaited<ReturnType<typeof scene>>;
  beforeEach(async () => {
    at = await scene();
    return () => at.limits.close();
  });

  it("default to the hub's, also after they are unset", async () => {
    const { here, issued, tool, setKey, setTool } = at;
    expect(await send(await here.key(issued.key))).toBe('ok "default";q=4;w=60 r=3');
    expect(await send(here.tool(tool.slug))).toBe('ok "default";q=4;w=60 r=3');
    await setKey({ perMinute: 9 });
    await setTool({ perMinute: 9 });
    expect(await send(await here.key(issued.key))).toBe('ok "default";q=9;w=60 r=7');
    expect(await send(here.tool(tool.slug))).toBe('ok "default";q=9;w=60 r=7');
    await setKey({});
    await setTool({});
    expect(await send(await here.key(issued.key))).toBe('ok "default";q=4;w=60 r=1');
    expect(await send(here.tool(tool.slug))).toBe('ok "default";q=4;w=60 r=1');
  });

  it("refuse at once if lowered below the calls in the window, and admit again once raised", async () => {
    const { here, issued, tool, setKey, setTool } = at;
    for (const [set, ctxOf] of [
      [setKey, () => here.key(issued.key)],
      [setTool, async () => here.tool(tool.slug)],
    ] as const) {
      expect(await sendMany(await ctxOf(), 6)).toBe(4);
      await set({ perMinute: 2 });
      expect(await send(await ctxOf())).toBe('refused "default";q=2;w=60');
      await set({ perMinute: 6 });
      expect(await sendMany(await ctxOf(), 4)).toBe(2);
    }
  });

  it("limit requests a minute and at a time separately, by the credential's own numbers", async () => {
    const { here, issued, tool, setKey, setTool } = at;
    await setKey({ perMinute: 20, concurrent: 3 });
    await setTool({ perMinute: 20, concurrent: 1 });
    const keys = await hold(await here.key(issued.key), 5);
    const tools = await hold(here.tool(tool.slug), 5);
    expect([keys.length, tools.length]).toEqual([3, 1]);
    expect(await send(await here.key(issued.key))).toBe('refused "concurrent";q=3;qu="concurrent-requests"');
    await setKey({ perMinute: 20, concurrent: 2 });
    await keys[0]?.release();
    expect(await send(await here.key(issued.key))).toBe('refused "concurrent";q=2;qu="concurrent-requests"');
    await keys[1]?.release();
    expect(await send(await here.key(issued.key))).toMatch(/^ok "default";q=20/);
  });

  it("survive a key's rotation with separate windows, and end with its revocation", async () => {
    const { here, owner, brand, issued, setKey } = at;
    await setKey({ perMinute: 3, concurrent: 1 });
    expect(await sendMany(await here.key(issued.key), 4)).toBe(3);
    const successor = await rotateApiKey(here.as(owner), { brandId: brand.id, apiKeyId: issued.id });
    expect(await send(await here.key(successor.key))).toBe('ok "default";q=3;w=60 r=2');
    expect(await send(await here.key(issued.key))).toBe('refused "default";q=3;w=60');
    await revokeApiKey(here.as(owner), { brandId: brand.id, apiKeyId: successor.id });
    await expect(setKey({ perMinute: 2 }, owner, successor.id)).rejects.toMatchObject({ code: "not_found" });
    await expect(here.key(successor.key)).rejects.toMatchObject({ code: "unauthorized" });
  });

  it("of a tool survive disabling it", async () => {
    const { here, hubAdmin, tool, setTool } = at;
    await setTool({ perMinute: 3 });
    for (const status of ["disabled", "active"] as const) {
      await editTool(here.as(hubAdmin), { slug: tool.slug, status });
      expect(await send(here.tool(tool.slug))).toMatch(/^ok "default";q=3;/);
    }
    expect(await sendMany(here.tool(tool.slug), 3)).toBe(1);
  });

  it("count even if the hub's own limits are off", async () => {
    const { here, issued, tool, setKey, setTool } = at;
    here.configure({ perMinute: 0, concurrent: 0, apiKeyCeiling: { perMinute: 1, concurrent: 1 } });
    expect(await send(await here.key(issued.key))).toBe("ok uncounted");
    expect(await send(here.tool(tool.slug))).toBe("ok uncounted");
    await setKey({ perMinute: 50 });
    await setTool({ concurrent: 1 });
    expect(await send(await here.key(issued.key))).toBe('ok "default";q=50;w=60 r=49');
    expect(await hold(here.tool(tool.slug), 3)).toHaveLength(1);
  });

  it("of a key follow a lowered ceiling, but not below the hub's own", async () => {
    const { here, owner, brand, issued, setKey } = at;
    await setKey({ perMinute: 20, concurrent: 5 });
    here.configure({ apiKeyCeiling: { perMinute: 7, concurrent: 1 } });
    expect(await send(await here.key(issued.key))).toBe('ok "default";q=7;w=60 r=6');
    expect(await hold(await here.key(issued.key), 4)).toHaveLength(2);
    const { entries } = await listApiKeys(here.as(owner), { brandId: brand.id });
    expect(entries[0]).toMatchObject({
      ownBudget: { perMinute: 20, concurrent: 5 },
      budget: { perMinute: 7, concurrent: 2 },
    });
  });

  it("reach another process with the key's next request, or within five seconds for a tool", async () => {
    const { there, issued, tool, setKey, setTool } = at;
    expect(await send(await there.key(issued.key))).toMatch(/q=4/);
    expect(await send(there.tool(tool.slug))).toMatch(/q=4/);
    await setKey({ perMinute: 10 });
    await setTool({ perMinute: 10 });
    expect(await send(await there.key(issued.key))).toBe('ok "default";q=10;w=60 r=8');
    there.clock.nowMs += 5_000;
    expect(await send(there.tool(tool.slug))).toBe('ok "default";q=10;w=60 r=8');
  });

  it("of a tool are shared by two processes", async () => {
    const { here, there, tool, setTool } = at;
    await setTool({ perMinute: 6 });
    expect((await sendMany(here.tool(tool.slug), 4)) + (await sendMany(there.tool(tool.slug), 4))).toBe(6);
  });

  it("are set by those allowed to, with one audit entry per change", async () => {
    const { owner, admin, hubAdmin, brand, setKey, setTool } = at;
    await expect(setKey({ perMinute: 5 }, admin)).rejects.toMatchObject({ code: "forbidden" });
    await expect(setTool({ perMinute: 5 }, owner)).rejects.toMatchObject({ code: "forbidden" });
    expect(await setKey({ perMinute: 5 })).toBe(true);
    expect(await setKey({ perMinute: 5 })).toBe(false);
    expect(await setTool({ concurrent: 9 })).toBe(true);
    expect(await setTool({ concurrent: 9 })).toBe(false);
    const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.brandId, brand.id));
    const set = entries.filter(({ action }) => action === "api_key.budget_changed");
    expect(set.map(({ actorId, diff }) => [actorId, diff])).toEqual([[owner.id, { perMinute: [null, 5] }]]);
    const ofTool = await database.db.select().from(auditEntries).where(eq(auditEntries.targetId, at.tool.slug));
    expect(ofTool.map(({ action, actorId, diff }) => [action, actorId, diff])).toEqual([
      ["tool.budget_changed", hubAdmin.id, { concurrent: [null, 9] }],
    ]);
  });

  it.each([
    ["empty", 0],
    ["negative", -1],
    ["a fraction", 1.5],
    ["not a number", Number.NaN],
  ])("are never %s", async (_, figure) => {
    for (const field of ["perMinute", "concurrent"] as const) {
      await expect(at.setKey({ [field]: figure })).rejects.toMatchObject({ code: "bad_request", field });
      await expect(at.setTool({ [field]: figure })).rejects.toMatchObject({ code: "bad_request", field });
    }
  });

  it("stay within the ceiling for keys and the limiter's bounds", async () => {
    await at.setKey({ perMinute: 20, concurrent: 5 });
    await expect(at.setKey({ perMinute: 21 })).rejects.toMatchObject({ field: "perMinute" });
    await expect(at.setKey({ concurrent: 6 })).rejects.toMatchObject({ field: "concurrent" });
    await at.setTool(BUDGET_BOUNDS);
    await expect(at.setTool({ perMinute: BUDGET_BOUNDS.perMinute + 1 })).rejects.toMatchObject({ field: "perMinute" });
    await expect(at.setTool({ concurrent: BUDGET_BOUNDS.concurrent + 1 })).rejects.toMatchObject({
      field: "concurrent",
    });
  });
});

describe("cached budgets of tools", () => {
  it("are read once in five seconds, however many requests arrive", async () => {
    let reads = 0;
    const { db } = database;
    const counting = {
      db: new Proxy(db, {
        get: (target, name) => {
          if (name === "select") reads += 1;
          return Reflect.get(target, name);
        },
      }),
    } as Pick<Ctx, "db">;
    const clock = { nowMs: 0 };
    const budgets = new ToolBudgets({ nowMs: () => clock.nowMs });
    await Promise.all(Array.from({ length: 50 }, () => budgets.of(counting, "brand-studio")));
    clock.nowMs = 4_999;
    await budgets.of(counting, "brand-studio");
    expect(reads).toBe(1);
    clock.nowMs = 5_000;
    await budgets.of(counting, "brand-studio");
    expect(reads).toBe(2);
  });

  it("stay in use while the database is unavailable, with one query every five seconds", async () => {
    const { db } = database;
    const tool = await createTool(db);
    const admin = await createUser(db, { hubAdmin: true });
    const process = processOf(new MemoryStore({ nowMs: () => performance.now() }));
    const set = (perMinute: number) =>
      setToolBudget(process.as({ id: admin.id, hubAdmin: true }), { slug: tool.slug, budget: only({ perMinute }) });
    let asked = 0;
    const away = {
      ...process.tool(tool.slug),
      db: {
        select: () => {
          asked += 1;
          throw new Error("away");
        },
      } as unknown as Ctx["db"],
    };

    expect(await sendMany(away, 10)).toBe(4);
    expect(asked).toBe(1);
    await set(2);
    expect(await send(process.tool(tool.slug))).toBe('refused "default";q=2;w=60');
    process.clock.nowMs += 5_000;
    expect(await send(away)).toBe('refused "default";q=2;w=60');
    expect(await send(away)).toBe('refused "default";q=2;w=60');
    expect(asked).toBe(2);
    await db.update(tools).set({ budgetPerMinute: 9 }).where(eq(tools.slug, tool.slug));
    process.clock.nowMs += 5_000;
    expect(await send(process.tool(tool.slug))).toMatch(/^ok "default";q=9;/);
  });
});
