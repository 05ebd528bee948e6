import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Admission, Demand, LimitStore } from "@/lib/limits";
import { FallbackStore, MemoryStore, plainTransport, RedisStore } from "@/lib/limits/server";
import { type RunningRedis, startRedis } from "../../support/redis";

let redis: RunningRedis;
let shared: RedisStore;
const redisStore = (url: string) =>
  new RedisStore({
    transport: plainTransport({ url, abandonMs: 3_600_000 }),
    newId: randomUUID,
    nowMs: Date.now,
    prefix: "brand-hub",
  });
beforeAll(async () => {
  redis = await startRedis();
  shared = redisStore(redis.url);
});
afterAll(async () => {
  await shared?.close();
  await redis?.stop();
});
beforeEach(async () => {
  await redis.client.flushall();
});

const local = () => new MemoryStore({ nowMs: () => performance.now() });
const never = () => new Promise<never>(() => {});
/** How a call of the shared store goes that nobody but the fallback hears of. */
const fallback = (remote: LimitStore, timeoutMs: number) =>
  new FallbackStore({ remote, local: local(), nowMs: () => performance.now(), onStateChange() {}, timeoutMs });
const isDown = async () => {
  throw new Error("There is no connection to Redis.");
};
const away = (how: () => Promise<never>): LimitStore => ({
  take: how,
  admit: how,
  leave: how,
  attempt: how,
  withdraw: how,
  close: async () => {},
});

const STORES: Record<string, () => LimitStore> = {
  "this process's memory": local,
  Redis: () => shared,
  "a fallback whose Redis answers": () => fallback(shared, 60_000),
  "a fallback whose Redis is down": () => fallback(away(isDown), 60_000),
  "a fallback whose Redis is late": () => fallback(away(never), 1),
};

const SLOTS = 2;
const RULE = { limit: 3, windowMs: 600_000 };
const LEASE_MS = 600_000;
const demandOf = (slots: boolean, rule: boolean): Demand => ({
  slots: slots ? SLOTS : 0,
  leaseMs: LEASE_MS,
  rule: rule ? RULE : null,
});
const slotAlone = demandOf(true, false);
const countAlone = demandOf(false, true);
const tokenOf = (admission: Admission) => (admission.refusedBy === null ? admission.token : null);

/** How many more the key has of each, found by taking them all: nothing is asked of it afterwards. */
async function left(store: LimitStore, key: string): Promise<{ slots: number; calls: number }> {
  const found = { slots: 0, calls: 0 };
  while ((await store.admit(key, slotAlone)).refusedBy === null) found.slots += 1;
  while ((await store.take(key, RULE)).allowed) found.calls += 1;
  return found;
}

const ON_OR_OFF = [false, true];
const CASES = ON_OR_OFF.flatMap((slots) =>
  ON_OR_OFF.flatMap((rule) =>
    ON_OR_OFF.flatMap((slotsGone) =>
      ON_OR_OFF.map((callsGone) => {
        const byRule = rule && callsGone ? "rule" : null;
        return { slots, rule, slotsGone, callsGone, refusedBy: slots && slotsGone ? "slots" : byRule };
      }),
    ),
  ),
);

describe.each(Object.keys(STORES))("admit, by %s", (kind) => {
  const open = () => (STORES[kind] as () => LimitStore)();

  it.each(CASES)(
    "asks for a slot: $slots, to be counted: $rule, where all slots are taken: $slotsGone and all calls: $callsGone; refused by $refusedBy",
    async ({ slots, rule, slotsGone, callsGone, refusedBy }) => {
      const store = open();
      const before = { slots: slotsGone ? 0 : SLOTS, calls: callsGone ? 0 : RULE.limit };
      for (let n = before.slots; n < SLOTS; n += 1) await store.admit("k", slotAlone);
      for (let n = before.calls; n < RULE.limit; n += 1) await store.admit("k", countAlone);

      const admission = await store.admit("k", demandOf(slots, rule));
      expect(admission.refusedBy).toBe(refusedBy);
      if (admission.refusedBy === null) {
        expect(admission.token === null).toBe(!slots);
        if (rule) expect(admission.verdict).toMatchObject({ allowed: true, remaining: 2, retryAfterMs: 0 });
        else expect(admission.verdict).toBeNull();
      }
      if (admission.refusedBy === "rule") {
        expect(admission.verdict).toMatchObject({ allowed: false, remaining: 0 });
        expect(admission.verdict.retryAfterMs).toBeGreaterThan(0);
      }
      const admitted = refusedBy === null;
      expect(await left(store, "k")).toEqual({
        slots: before.slots - Number(admitted && slots),
        calls: before.calls - Number(admitted && rule),
      });
    },
  );

  it("gives the slot back, and leaves the call counted", async () => {
    const store = open();
    const admission = await store.admit("k", demandOf(true, true));
    await store.leave("k", tokenOf(admission) ?? "");
    expect(await left(store, "k")).toEqual({ slots: SLOTS, calls: RULE.limit - 1 });
  });

  it("admits 3 of 50 at once that all want a slot and give it back, each for one call", async () => {
    const store = open();
    const asking = Array.from({ length: 50 }, () => store.admit("k", { ...demandOf(true, true), slots: 50 }));
    const admissions = await Promise.all(asking);
    expect(admissions.filter(({ refusedBy }) => refusedBy === null)).toHaveLength(RULE.limit);
    expect(admissions.filter(({ refusedBy }) => refusedBy === "rule")).toHaveLength(50 - RULE.limit);
  });

  it("takes a rule that no call could meet for a mistake of the program", async () => {
    const impossible = { ...demandOf(true, true), rule: { limit: 0, windowMs: 1_000 } };
    await expect(async () => open().admit("k", impossible)).rejects.toThrow(RangeError);
  });
});

describe("a fallback", () => {
  it("counts here what Redis admitted, and nothing that it refused, so that an outage gives no second budget", async () => {
    const remote = { ...away(isDown), admit: vi.fn(shared.admit.bind(shared)), leave: shared.leave.bind(shared) };
    const store = fallback(remote, 60_000);
    const demand = { ...demandOf(true, true), slots: 1 };
    const first = await store.admit("k", demand);
    expect(await store.admit("k", demand)).toEqual({ refusedBy: "slots" });
    remote.admit.mockImplementation(isDown);
    // Its slots are this process's own from now on; of three calls one is counted.
    expect(await left(store, "k")).toEqual({ slots: SLOTS, calls: RULE.limit - 1 });
    await store.leave("k", tokenOf(first) ?? "");
    await expect.poll(() => redis.client.zcard("brand-hub:lease:{brand-hub:rate:k}")).toBe(0);
  });

  it("gives the slot of a late admission back, and nothing where that was refused or had none", async () => {
    const late: ((admission: Admission) => void)[] = [];
    const leave = vi.fn(async () => {});
    const admit = () => new Promise<Admission>((resolve) => late.push(resolve));
    const store = fallback({ ...away(isDown), admit, leave }, 1);
    for (let call = 0; call < 2; call += 1) await store.admit("k", demandOf(true, true));
    late[0]?.({ refusedBy: "slots" });
    late[1]?.({ refusedBy: null, token: "of Redis", verdict: null });
    await expect.poll(() => leave.mock.calls).toEqual([["k", "of Redis"]]);
  });
});

describe("a Redis that is a cluster", () => {
  it("has the log and the leases of a key in one slot, whatever the key is", async () => {
    const cluster = await startRedis(["--cluster-enabled", "yes"]);
    const store = redisStore(cluster.url);
    try {
      await cluster.client.call("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
      await expect.poll(() => cluster.client.call("CLUSTER", "INFO")).toMatch(/cluster_state:ok/);
      for (const key of ["tool:studio", "ip:{192.0.2.1}", "ip:}{", "ip:{"]) {
        const admission = await store.admit(key, demandOf(true, true));
        await store.leave(key, tokenOf(admission) ?? "");
        expect(await left(store, key)).toEqual({ slots: SLOTS, calls: RULE.limit - 1 });
      }
    } finally {
      await store.close();
      await cluster.stop();
    }
  });
});

/** How many scripts, removals and reads of a socket Redis has seen. */
async function seen(): Promise<{ scripts: number; removals: number; reads: number }> {
  const commands = await redis.client.info("commandstats");
  const figure = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0);
  return {
    scripts: figure(commands, /cmdstat_evalsha:calls=(\d+)/),
    removals: figure(commands, /cmdstat_zrem:calls=(\d+)/),
    reads: figure(await redis.client.info("stats"), /total_reads_processed:(\d+)/),
  };
}

describe("what is asked of Redis in one turn of the event loop", () => {
  it.each([
    { keys: 1, calls: 20, scripts: 1 },
    { keys: 20, calls: 20, scripts: 20 },
    { keys: 1, calls: 250, scripts: 3 },
  ])("is $scripts scripts in one write for $calls calls of $keys keys, and as many removals", async (asked) => {
    const store = redisStore(redis.url);
    await store.admit("k", demandOf(true, true));
    const before = await seen();
    const keyOf = (call: number) => `k${call % asked.keys}`;
    const roomy = { slots: 1000, leaseMs: LEASE_MS, rule: { limit: 1000, windowMs: 600_000 } };
    const admissions = await Promise.all(
      Array.from({ length: asked.calls }, (_, call) => store.admit(keyOf(call), roomy)),
    );
    const between = await seen();
    // Beside the two questions of `seen`.
    expect(between.reads - before.reads - 2).toBe(1);
    expect(between.scripts - before.scripts).toBe(asked.scripts);
    expect(await redis.client.zcard("brand-hub:lease:{brand-hub:rate:k0}")).toBe(asked.calls / asked.keys);
    await Promise.all(admissions.map((admission, call) => store.leave(keyOf(call), tokenOf(admission) ?? "")));
    expect((await seen()).removals - between.removals).toBe(asked.scripts);
    expect(await redis.client.keys("brand-hub:lease:*")).toEqual(["brand-hub:lease:{brand-hub:rate:k}"]);
    await store.close();
  });

  const COUNTS = [0, 1, 2, 3];
  it.each(
    COUNTS.flatMap((slots) =>
      COUNTS.flatMap((limit) => COUNTS.flatMap((taken) => [1, 2, 4].map((calls) => ({ slots, limit, taken, calls })))),
    ),
  )(
    "comes to what it does one by one: $calls calls for $slots slots and $limit a minute, of which $taken were taken",
    async ({ slots, limit, taken, calls }) => {
      const demand = { slots, leaseMs: LEASE_MS, rule: limit > 0 ? { limit, windowMs: 600_000 } : null };
      const toldBy = async (store: LimitStore) => {
        for (let n = 0; n < taken; n += 1) await store.admit("k", demand);
        const told = await Promise.all(Array.from({ length: calls }, () => store.admit("k", demand)));
        const again = await Promise.all(Array.from({ length: calls }, () => store.admit("k", demand)));
        return [...told, ...again].map((admission) => ({
          refusedBy: admission.refusedBy,
          ...(admission.refusedBy === null && { hasSlot: admission.token !== null }),
          ...(admission.refusedBy !== "slots" && admission.verdict && { remaining: admission.verdict.remaining }),
        }));
      };
      expect(await toldBy(shared)).toEqual(await toldBy(local()));
      const held = await redis.client.zrange("brand-hub:lease:{brand-hub:rate:k}", 0, -1);
      expect(held.length).toBeLessThanOrEqual(slots);
    },
  );

  it("goes by the budget of each call, where it was changed meanwhile", async () => {
    const wide = { ...demandOf(true, true), slots: 10, rule: { limit: 10, windowMs: 600_000 } };
    const told = await Promise.all([wide, wide, demandOf(true, true), wide].map((demand) => shared.admit("k", demand)));
    expect(told.map(({ refusedBy }) => refusedBy)).toEqual([null, null, "slots", null]);
  });

  it("tells whom the log refuses beside others when it will be admitted", async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(() => shared.admit("k", { ...countAlone, rule: { limit: 1, windowMs: 600_000 } })),
    );
    expect(first).toMatchObject({ verdict: { allowed: true, remaining: 0, retryAfterMs: 0, resetMs: 600_000 } });
    expect(second).toMatchObject({
      verdict: { allowed: false, remaining: 0, retryAfterMs: 600_000, resetMs: 600_000 },
    });
  });
});

it("tells each of those that are asked in one turn its own failure", async () => {
  await redis.client.set("brand-hub:rate:broken", "not a log");
  await redis.client.script("FLUSH");
  const keys = ["fine", "broken", "fine too"];
  const store = redisStore(redis.url);
  const settled = await Promise.allSettled(keys.map((key) => store.admit(key, demandOf(true, true))));
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(settled[1]).toMatchObject({ reason: { message: expect.stringMatching(/WRONGTYPE/) } });
  // Whom the log refused by failing has no slot either.
  expect(await redis.client.keys("brand-hub:lease:{brand-hub:rate:broken}")).toEqual([]);
  await store.close();
});
