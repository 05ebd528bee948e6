import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { FallbackStore } from "@/lib/platform/limits/fallback-store";
import type { LimitDecision, LimitRequest, LimitStore } from "@/lib/platform/limits/limit-store";
import { MemoryStore } from "@/lib/platform/limits/memory-store";
import { RedisStore } from "@/lib/platform/limits/redis-store";
import { plainTransport } from "@/lib/platform/limits/redis-transport";
import { type RunningRedis, startRedis } from "../../../support/redis";

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
/** The shared store through the fallback, whose state changes are ignored. */
const fallback = (remote: LimitStore, timeoutMs: number) =>
  new FallbackStore({ remote, local: local(), nowMs: () => performance.now(), onStateChange() {}, timeoutMs });
const isDown = async () => {
  throw new Error("Not connected to Redis.");
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
const requestOf = (slots: boolean, rule: boolean): LimitRequest => ({
  slots: slots ? SLOTS : 0,
  leaseMs: LEASE_MS,
  rule: rule ? RULE : null,
});
const slotAlone = requestOf(true, false);
const countAlone = requestOf(false, true);
const tokenOf = (decision: LimitDecision) => (decision.refusedBy === null ? decision.token : null);

/** Slots and calls that a key has left, measured by taking them all. Don't use the key afterwards. */
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
    "needs a slot: $slots, counts: $rule, all slots taken: $slotsGone, all calls taken: $callsGone, refused by $refusedBy",
    async ({ slots, rule, slotsGone, callsGone, refusedBy }) => {
      const store = open();
      const before = { slots: slotsGone ? 0 : SLOTS, calls: callsGone ? 0 : RULE.limit };
      for (let n = before.slots; n < SLOTS; n += 1) await store.admit("k", slotAlone);
      for (let n = before.calls; n < RULE.limit; n += 1) await store.admit("k", countAlone);

      const decision = await store.admit("k", requestOf(slots, rule));
      expect(decision.refusedBy).toBe(refusedBy);
      if (decision.refusedBy === null) {
        expect(decision.token === null).toBe(!slots);
        if (rule) expect(decision.result).toMatchObject({ allowed: true, remaining: 2, retryAfterMs: 0 });
        else expect(decision.result).toBeNull();
      }
      if (decision.refusedBy === "rule") {
        expect(decision.result).toMatchObject({ allowed: false, remaining: 0 });
        expect(decision.result.retryAfterMs).toBeGreaterThan(0);
      }
      const admitted = refusedBy === null;
      expect(await left(store, "k")).toEqual({
        slots: before.slots - Number(admitted && slots),
        calls: before.calls - Number(admitted && rule),
      });
    },
  );

  it("leave releases the slot and keeps the count", async () => {
    const store = open();
    const decision = await store.admit("k", requestOf(true, true));
    await store.leave("k", tokenOf(decision) ?? "");
    expect(await left(store, "k")).toEqual({ slots: SLOTS, calls: RULE.limit - 1 });
  });

  it("admits 3 of 50 concurrent calls that take and release a slot", async () => {
    const store = open();
    const asking = Array.from({ length: 50 }, () => store.admit("k", { ...requestOf(true, true), slots: 50 }));
    const decisions = await Promise.all(asking);
    expect(decisions.filter(({ refusedBy }) => refusedBy === null)).toHaveLength(RULE.limit);
    expect(decisions.filter(({ refusedBy }) => refusedBy === "rule")).toHaveLength(50 - RULE.limit);
  });

  it("throws RangeError for an impossible rule", async () => {
    const impossible = { ...requestOf(true, true), rule: { limit: 0, windowMs: 1_000 } };
    await expect(async () => open().admit("k", impossible)).rejects.toThrow(RangeError);
  });
});

describe("a fallback", () => {
  it("counts locally what Redis admitted but not what it refused, so an outage grants no second budget", async () => {
    const remote = { ...away(isDown), admit: vi.fn(shared.admit.bind(shared)), leave: shared.leave.bind(shared) };
    const store = fallback(remote, 60_000);
    const request = { ...requestOf(true, true), slots: 1 };
    const first = await store.admit("k", request);
    expect(await store.admit("k", request)).toEqual({ refusedBy: "slots" });
    remote.admit.mockImplementation(isDown);
    // Its slots are the process's own from now on. One of three calls is counted.
    expect(await left(store, "k")).toEqual({ slots: SLOTS, calls: RULE.limit - 1 });
    await store.leave("k", tokenOf(first) ?? "");
    await expect.poll(() => redis.client.zcard("brand-hub:lease:{brand-hub:rate:k}")).toBe(0);
  });

  it("releases the slot of a late decision, if it has one", async () => {
    const late: ((decision: LimitDecision) => void)[] = [];
    const leave = vi.fn(async () => {});
    const admit = () => new Promise<LimitDecision>((resolve) => late.push(resolve));
    const store = fallback({ ...away(isDown), admit, leave }, 1);
    for (let call = 0; call < 2; call += 1) await store.admit("k", requestOf(true, true));
    late[0]?.({ refusedBy: "slots" });
    late[1]?.({ refusedBy: null, token: "of Redis", result: null });
    await expect.poll(() => leave.mock.calls).toEqual([["k", "of Redis"]]);
  });
});

describe("a Redis cluster", () => {
  it("keeps a key's log and leases in one cluster slot, for any key", async () => {
    const cluster = await startRedis(["--cluster-enabled", "yes"]);
    const store = redisStore(cluster.url);
    try {
      await cluster.client.call("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
      await expect.poll(() => cluster.client.call("CLUSTER", "INFO")).toMatch(/cluster_state:ok/);
      for (const key of ["tool:studio", "ip:{192.0.2.1}", "ip:}{", "ip:{"]) {
        const decision = await store.admit(key, requestOf(true, true));
        await store.leave(key, tokenOf(decision) ?? "");
        expect(await left(store, key)).toEqual({ slots: SLOTS, calls: RULE.limit - 1 });
      }
    } finally {
      await store.close();
      await cluster.stop();
    }
  });
});

/** How many scripts, removals and socket reads Redis has seen. */
async function seen(): Promise<{ scripts: number; removals: number; reads: number }> {
  const commands = await redis.client.info("commandstats");
  const figure = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0);
  return {
    scripts: figure(commands, /cmdstat_evalsha:calls=(\d+)/),
    removals: figure(commands, /cmdstat_zrem:calls=(\d+)/),
    reads: figure(await redis.client.info("stats"), /total_reads_processed:(\d+)/),
  };
}

const LEASES = "brand-hub:lease:{brand-hub:rate:k}";

describe("calls to Redis in one event-loop turn", () => {
  it.each([
    { keys: 1, calls: 20, scripts: 1, reads: 1 },
    { keys: 20, calls: 20, scripts: 20, reads: 1 },
    // Redis reads 16 KB at a time.
    { keys: 1, calls: 250, scripts: 3, reads: 2 },
  ])("need $scripts scripts for $calls calls of $keys keys, as many removals, and one write", async (asked) => {
    const store = redisStore(redis.url);
    await store.admit("k", requestOf(true, true));
    const keyOf = (call: number) => `k${call % asked.keys}`;
    const roomy = { slots: 1000, leaseMs: LEASE_MS, rule: { limit: 1000, windowMs: 600_000 } };
    const enterAll = () => Array.from({ length: asked.calls }, (_, call) => store.admit(keyOf(call), roomy));
    const decisions = await Promise.all(enterAll());
    const before = await seen();
    const again = enterAll();
    const left = decisions.map((decision, call) => store.leave(keyOf(call), tokenOf(decision) ?? ""));
    await Promise.all([...again, ...left]);
    const after = await seen();
    expect(after.scripts - before.scripts).toBe(asked.scripts);
    expect(after.removals - before.removals).toBe(asked.scripts);
    // Without the two queries of `seen`.
    expect(after.reads - before.reads - 2).toBe(asked.reads);
    const held = "brand-hub:lease:{brand-hub:rate:k0}";
    expect(await redis.client.zcard(held)).toBe(asked.calls / asked.keys);
    await store.close();
  });

  it("can use slots released in the same turn, in either order", async () => {
    const tokens = await Promise.all([1, 2].map(() => shared.admit("k", slotAlone).then(tokenOf)));
    const [, , entered, refused] = await Promise.all([
      shared.admit("other", slotAlone),
      shared.leave("k", tokens[0] ?? ""),
      shared.admit("k", slotAlone),
      shared.admit("k", slotAlone),
    ]);
    expect([entered.refusedBy, refused.refusedBy]).toEqual([null, "slots"]);
  });

  /** Outcomes and remaining calls, with times in seconds. */
  const told = (decisions: LimitDecision[]) =>
    decisions.map((decision) => {
      const seconds = (ms: number) => Math.ceil(ms / 1000);
      if (decision.refusedBy === "slots") return "slots";
      const { result } = decision;
      const counts = result && {
        ...result,
        retryAfterMs: seconds(result.retryAfterMs),
        resetMs: seconds(result.resetMs),
      };
      return decision.refusedBy === "rule" ? counts : { hasSlot: decision.token !== null, ...counts };
    });
  const COUNTS = [0, 1, 2, 3];
  const requestFor = (slots: number, limit: number): LimitRequest => ({
    slots,
    leaseMs: LEASE_MS,
    rule: limit > 0 ? { limit, windowMs: 600_000 } : null,
  });
  it.each(
    COUNTS.flatMap((slots) =>
      COUNTS.flatMap((limit) => COUNTS.flatMap((taken) => [1, 2, 4].map((calls) => ({ slots, limit, taken, calls })))),
    ),
  )(
    "decides as one by one: $calls calls for $slots slots and $limit a minute after $taken under a larger budget",
    async ({ slots, limit, taken, calls }) => {
      const atOnce = async (store: LimitStore) => {
        for (let n = 0; n < taken; n += 1) await store.admit("k", requestFor(3, 3));
        const once = () => Promise.all(Array.from({ length: calls }, () => store.admit("k", requestFor(slots, limit))));
        return [...(await once()), ...(await once())];
      };
      const decisions = await atOnce(shared);
      expect(told(decisions)).toEqual(told(await atOnce(local())));
      const held = decisions.filter((decision) => tokenOf(decision) !== null).length;
      expect(await redis.client.zcard(LEASES)).toBe(taken + held);
    },
  );

  it("use each call's own budget if it changed in between", async () => {
    const wide = { ...requestOf(true, true), slots: 10, rule: { limit: 10, windowMs: 600_000 } };
    const decisions = await Promise.all(
      [wide, wide, requestOf(true, true), wide].map((request) => shared.admit("k", request)),
    );
    expect(decisions.map(({ refusedBy }) => refusedBy)).toEqual([null, null, "slots", null]);
  });

  it("admit exactly 60 of 200 from three processes over many turns", async () => {
    const stores = [1, 2, 3].map(() => redisStore(redis.url));
    const request = { slots: 200, leaseMs: LEASE_MS, rule: { limit: 60, windowMs: 600_000 } };
    const decisions: Promise<LimitDecision>[] = [];
    for (let call = 0; call < 200; call += 1) {
      decisions.push((stores[call % 3] as RedisStore).admit("k", request));
      if (call % 7 === 0) await setImmediate();
    }
    const admitted = (await Promise.all(decisions)).filter(({ refusedBy }) => refusedBy === null);
    expect(admitted).toHaveLength(60);
    expect(await redis.client.zcard("brand-hub:rate:k")).toBe(60);
    await Promise.all(stores.map((store) => store.close()));
  });
});

describe("a failed command for several calls", () => {
  /** A transport whose commands fail this often, before or after they take effect. */
  function failing(times: { scripts: number; removals: number }, isDone: boolean): RedisStore {
    const transport = plainTransport({ url: redis.url, abandonMs: 3_600_000 });
    const fails = async <Reply>(what: keyof typeof times, command: () => Promise<Reply>): Promise<Reply> => {
      if (times[what] === 0) return command();
      times[what] -= 1;
      if (isDone) await command();
      throw new Error("a 502 of somebody between");
    };
    return new RedisStore({
      transport: {
        run: (...asked) => fails("scripts", () => transport.run(...asked)),
        remove: (...asked) => fails("removals", () => transport.remove(...asked)),
        close: () => transport.close(),
      },
      newId: randomUUID,
      nowMs: Date.now,
      prefix: "brand-hub",
    });
  }
  const DONE = [
    { isDone: true, what: "done" },
    { isDone: false, what: "not done" },
  ];

  it.each(DONE)("fails for each call and holds no slot if it was $what", async ({ isDone }) => {
    const store = failing({ scripts: 1, removals: 0 }, isDone);
    const settled = await Promise.allSettled([1, 2].map(() => store.admit("k", requestOf(true, true))));
    for (const { status } of settled) expect(status).toBe("rejected");
    await expect.poll(() => redis.client.zcard(LEASES)).toBe(0);
    expect((await store.admit("k", slotAlone)).refusedBy).toBeNull();
    await store.close();
  });

  it.each(DONE)("is retried once to release slots if it was $what", async ({ isDone }) => {
    const store = failing({ scripts: 0, removals: 1 }, isDone);
    const tokens = await Promise.all([1, 2].map(() => store.admit("k", slotAlone).then(tokenOf)));
    await Promise.all(tokens.map((token) => store.leave("k", token ?? "")));
    expect(await redis.client.zcard(LEASES)).toBe(0);
    await store.close();
  });

  it("fails for each release if it fails twice", async () => {
    const store = failing({ scripts: 0, removals: 2 }, false);
    const tokens = await Promise.all([1, 2].map(() => store.admit("k", slotAlone).then(tokenOf)));
    const settled = await Promise.allSettled(tokens.map((token) => store.leave("k", token ?? "")));
    expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await store.close();
  });
});

it("returns its own error to each key of a turn", async () => {
  await redis.client.set("brand-hub:rate:broken", "not a log");
  await redis.client.script("FLUSH");
  const keys = ["fine", "broken", "fine too"];
  const store = redisStore(redis.url);
  const settled = await Promise.allSettled(keys.map((key) => store.admit(key, requestOf(true, true))));
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(settled[1]).toMatchObject({ reason: { message: expect.stringMatching(/WRONGTYPE/) } });
  // A caller refused by an error holds no slot either.
  expect(await redis.client.keys("brand-hub:lease:{brand-hub:rate:broken}")).toEqual([]);
  await store.close();
});
