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

it("sends an admission as one command, and all of a turn of the event loop in one write", async () => {
  const store = redisStore(redis.url);
  await store.admit("k", demandOf(true, true));
  const read = async () => {
    const stats = await redis.client.info("stats");
    return Number(/total_reads_processed:(\d+)/.exec(stats)?.[1]);
  };
  const scripts = async () => Number(/cmdstat_evalsha:calls=(\d+)/.exec(await redis.client.info("commandstats"))?.[1]);
  const before = { reads: await read(), scripts: await scripts() };
  await Promise.all(Array.from({ length: 20 }, (_, n) => store.admit(`k${n}`, demandOf(true, true))));
  const after = { reads: await read(), scripts: await scripts() };
  expect(after.scripts - before.scripts).toBe(20);
  // Beside two of the questions above, one is all that came.
  expect(after.reads - before.reads).toBe(3);
  await store.close();
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
