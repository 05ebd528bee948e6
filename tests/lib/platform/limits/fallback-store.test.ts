import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createLimitStore, upstashTransport } from "@/lib/platform/limits/create-limit-store";
import { FallbackStore, type LimitStoreState } from "@/lib/platform/limits/fallback-store";
import type { LimitResult } from "@/lib/platform/limits/limit-store";
import { MemoryStore } from "@/lib/platform/limits/memory-store";
import { RedisStore } from "@/lib/platform/limits/redis-store";
import { type RunningRedis, startRedis } from "../../../support/redis";
import { startUpstashServer, type UpstashServer } from "../../../support/upstash-server";
import { enter } from "./enter";

/** From now on no response is late unless the test advances the time. */
const holdTime = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });

let redis: RunningRedis;
let upstash: UpstashServer;
beforeAll(async () => {
  redis = await startRedis();
  upstash = await startUpstashServer(redis.client);
  holdTime();
  // From here on Redis has the scripts, so each decision is one command.
  const { store } = openStore();
  await store.take("k", rule);
  await enter(store, "k", 1, 1);
  await store.attempt("k", [rule]);
});
afterAll(async () => {
  await upstash?.close();
  await redis?.stop();
});
beforeEach(async () => {
  holdTime();
  upstash.commands.length = 0;
  await redis.client.flushall();
});
afterEach(() => {
  vi.useRealTimers();
  upstash.behave("answer");
});

const rule = { limit: 3, windowMs: 60_000 };
const TIMEOUT_MS = 300;
const COOLDOWN_MS = 5_000;
/** Late responses sent within this time count once. */
const LATE_TOGETHER_MS = 50;

function openStore() {
  const clock = { nowMs: 0 };
  const changes: { state: LimitStoreState; cause: unknown }[] = [];
  const transport = upstashTransport({ ...upstash, abandonMs: 3_600_000 });
  const store = new FallbackStore({
    remote: new RedisStore({ transport, newId: randomUUID, nowMs: Date.now, prefix: "brand-hub" }),
    local: new MemoryStore({ nowMs: () => clock.nowMs }),
    nowMs: () => clock.nowMs,
    onStateChange: (state, cause) => changes.push({ state, cause }),
    timeoutMs: TIMEOUT_MS,
    cooldownMs: COOLDOWN_MS,
  });
  return { clock, changes, store, states: () => changes.map(({ state }) => state) };
}
const allowed = async (store: FallbackStore, calls: number) => {
  const results = await Promise.all(Array.from({ length: calls }, () => store.take("k", rule)));
  return results.filter((result) => result.allowed).length;
};
/** Advances past the timeout once the remote store received this many commands, however busy the machine is. */
async function untilTooLate(asked: number): Promise<void> {
  await expect.poll(() => upstash.commands).toHaveLength(asked);
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
}

describe("with a working remote store", () => {
  it("decides by it for all processes", async () => {
    const [one, two] = [openStore(), openStore()];
    expect(await allowed(one.store, 2)).toBe(2);
    expect(await allowed(two.store, 2)).toBe(1);
    expect(await one.store.take("k", rule)).toMatchObject({ allowed: false, remaining: 0 });
    expect([...one.changes, ...two.changes]).toEqual([]);
  });

  it("grants leases that other processes see, and releases them", async () => {
    const [one, two] = [openStore(), openStore()];
    const lease = await enter(one.store, "k", 1, 30_000);
    expect(await enter(two.store, "k", 1, 30_000)).toBeNull();
    await one.store.leave("k", lease ?? "");
    expect(await enter(two.store, "k", 1, 30_000)).not.toBeNull();
  });
});

describe("attempts", () => {
  const rules = [rule];
  const admitted = async (store: FallbackStore, calls: number) => {
    const made = [];
    for (let call = 0; call < calls; call++) made.push(await store.attempt("k", rules));
    return made.filter((attempt) => attempt.admitted);
  };

  it("are decided by the remote store and withdrawn from both", async () => {
    const [one, two] = [openStore(), openStore()];
    const made = await admitted(one.store, 2);
    expect(await admitted(two.store, 5)).toHaveLength(1);
    for (const attempt of made) await one.store.withdraw("k", attempt.token);
    expect(await admitted(two.store, 5)).toHaveLength(2);
  });

  it("get no second budget if the remote store fails, and can still be withdrawn", async () => {
    const { store } = openStore();
    expect(await admitted(store, 2)).toHaveLength(2);
    upstash.behave("fail");
    const [third] = await admitted(store, 5);
    await store.withdraw("k", third?.token ?? "");
    expect(await admitted(store, 5)).toHaveLength(1);
  });
});

describe.each(["fail", "hang", "drop"] as const)("when the remote store begins to %s", (mode) => {
  /** Failures that count as an outage: one error, or three late responses. */
  const outage = mode === "hang" ? 3 : 1;
  /** A response that the remote store doesn't give. Several calls of one turn share a command. */
  async function inVain<Value>(answer: Promise<Value>): Promise<Value> {
    const before = upstash.commands.length;
    if (mode === "hang") await untilTooLate(before + 1);
    return answer;
  }
  /** Calls over enough turns for an outage, after some that already failed. */
  async function untilOutage({ store, clock }: ReturnType<typeof openStore>, alreadyInVain = 0): Promise<void> {
    for (let turn = alreadyInVain; turn < outage; turn += 1) {
      if (turn > 0) clock.nowMs += LATE_TOGETHER_MS;
      await inVain(allowed(store, 1));
    }
  }

  it("applies the same limit per process", async () => {
    const opened = openStore();
    const { store, changes, clock } = opened;
    upstash.behave(mode);
    expect(await inVain(allowed(store, 10))).toBe(3);
    await untilOutage(opened, 1);
    const retryAfterMs = 60_000 - clock.nowMs;
    expect(await store.take("k", rule)).toMatchObject({ allowed: false, remaining: 0, retryAfterMs });
    const leases = await Promise.all([1, 2, 3].map(() => enter(store, "k", 2, 30_000)));
    expect(leases.filter((lease) => lease !== null)).toHaveLength(2);
    expect(changes).toEqual([{ state: "local", cause: expect.any(Error) }]);
  });

  it("grants no second budget on the switch", async () => {
    const { store } = openStore();
    expect(await allowed(store, 2)).toBe(2);
    upstash.behave(mode);
    expect(await inVain(allowed(store, 5))).toBe(1);
  });

  it("skips it during the cooldown, then tries one call", async () => {
    const opened = openStore();
    const { store, clock, states } = opened;
    upstash.behave(mode);
    await untilOutage(opened);
    const sinceMs = clock.nowMs;
    await allowed(store, 5);
    clock.nowMs = sinceMs + COOLDOWN_MS - 1;
    await allowed(store, 5);
    expect(upstash.commands).toHaveLength(outage);
    clock.nowMs = sinceMs + COOLDOWN_MS;
    await inVain(allowed(store, 5));
    expect(upstash.commands).toHaveLength(outage + 1);
    clock.nowMs = sinceMs + 2 * COOLDOWN_MS - 1;
    await allowed(store, 5);
    expect(upstash.commands).toHaveLength(outage + 1);
    expect(states()).toEqual(["local"]);
  });

  it("returns to it with the first answered call after the cooldown, and reports that once", async () => {
    const opened = openStore();
    const { store, clock, states } = opened;
    upstash.behave(mode);
    await untilOutage(opened);
    upstash.behave("answer");
    await redis.client.flushall();
    clock.nowMs += COOLDOWN_MS;
    await store.take("k", rule);
    await store.take("k", rule);
    expect(states()).toEqual(["local", "remote"]);
    expect(await redis.client.zcard("brand-hub:rate:k")).toBe(2);
  });
});

describe("a late answer", () => {
  it("is decided locally and is no outage: the next call uses the remote store", async () => {
    const { store, states } = openStore();
    upstash.behave("hang");
    const slow = store.take("k", rule);
    await untilTooLate(1);
    expect(await slow).toMatchObject({ allowed: true });
    upstash.behave("answer");
    await expect.poll(() => redis.client.zcard("brand-hub:rate:k")).toBe(1);
    expect(await allowed(store, 5)).toBe(2);
    expect(states()).toEqual([]);
  });

  it("three in a row are an outage, unless one is in time or they were sent together", async () => {
    const { store, clock, states } = openStore();
    const hang = async (calls: number) => {
      upstash.behave("hang");
      const asked = upstash.commands.length + 1;
      const slow = allowed(store, calls);
      await untilTooLate(asked);
      await slow;
    };
    const later = () => {
      clock.nowMs += LATE_TOGETHER_MS;
    };
    await hang(20);
    later();
    await hang(1);
    upstash.behave("answer");
    await store.take("k", rule);
    later();
    await hang(20);
    await hang(20);
    later();
    await hang(20);
    expect(states()).toEqual([]);
    later();
    await hang(1);
    expect(states()).toEqual(["local"]);
  });
});

describe("a process busy for longer than the timeout", () => {
  it("uses the answer that arrived in the meantime", async () => {
    vi.useRealTimers();
    // A separate thread, so it responds while this one is busy.
    const server = new Worker(
      `const { parentPort } = require("node:worker_threads");
      const server = require("node:net").createServer((socket) => socket.on("data", () => socket.write("refused")));
      server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));`,
      { eval: true },
    );
    const [port] = await once(server, "message");
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    const refused: LimitResult = { allowed: false, remaining: 0, resetMs: 1, retryAfterMs: 1 };
    const remote = Object.assign(new MemoryStore({ nowMs: () => 0 }), {
      take: async () => {
        const answered = once(socket, "data");
        socket.write("take");
        await answered;
        return refused;
      },
    });
    const states: LimitStoreState[] = [];
    const store = new FallbackStore({
      remote,
      local: new MemoryStore({ nowMs: () => 0 }),
      nowMs: () => 0,
      onStateChange: (state) => states.push(state),
      timeoutMs: 60,
    });
    for (let call = 0; call < 5; call++) {
      const asked = store.take("k", rule);
      await setImmediate();
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150);
      expect(await asked).toEqual(refused);
    }
    expect(states).toEqual([]);
    socket.destroy();
    await server.terminate();
  });
});

describe("leases across a switch", () => {
  it("releases a local lease locally after the remote store is back", async () => {
    const { store, clock } = openStore();
    upstash.behave("fail");
    const lease = await enter(store, "k", 1, 30_000);
    upstash.behave("answer");
    clock.nowMs = COOLDOWN_MS;
    await store.leave("k", lease ?? "");
    upstash.behave("fail");
    expect(await enter(store, "k", 1, 30_000)).not.toBeNull();
  });

  it("releases a remote lease while the local store decides", async () => {
    const { store, states } = openStore();
    const lease = await enter(store, "k", 1, 30_000);
    upstash.behave("fail");
    await store.take("k", rule);
    upstash.behave("answer");
    expect(states()).toEqual(["local"]);
    await store.leave("k", lease ?? "");
    await expect.poll(() => redis.client.zcard("brand-hub:lease:{brand-hub:rate:k}")).toBe(0);
  });

  it("releases a lease that arrives after the timeout", async () => {
    const { store } = openStore();
    upstash.behave("hang");
    const entering = enter(store, "k", 1, 30_000);
    await untilTooLate(1);
    expect(await entering).toMatch(/^local:/);
    expect(await redis.client.zcard("brand-hub:lease:{brand-hub:rate:k}")).toBe(1);
    upstash.behave("answer");
    await expect.poll(() => redis.client.zcard("brand-hub:lease:{brand-hub:rate:k}")).toBe(0);
  });

  it("leave never rejects and waits no longer than the timeout", async () => {
    const { store } = openStore();
    const first = await enter(store, "k", 2, 30_000);
    const second = await enter(store, "k", 2, 30_000);
    upstash.behave("fail");
    await expect(store.leave("k", first ?? "")).resolves.toBeUndefined();
    upstash.behave("hang");
    const left = vi.fn();
    const leaving = store.leave("k", second ?? "").then(left);
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1);
    expect(left).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await leaving;
    expect(left).toHaveBeenCalledOnce();
  });
});

describe("createLimitStore", () => {
  const patient = { abandonMs: 3_600_000 };
  const viaUpstash = () => ({ UPSTASH_REDIS_REST_URL: upstash.url, UPSTASH_REDIS_REST_TOKEN: upstash.token });

  it("uses the process's memory without Redis", async () => {
    const store = createLimitStore({}, () => undefined);
    expect(await store.take("k", rule)).toMatchObject({ allowed: true, remaining: 2 });
    expect(await redis.client.keys("*")).toEqual([]);
  });

  it("shares one budget between processes by either protocol to one Redis", async () => {
    const states: LimitStoreState[] = [];
    const ways = [viaUpstash(), viaUpstash(), { REDIS_URL: redis.url }, { REDIS_URL: redis.url }];
    const stores = ways.map((way) => createLimitStore(way, (state) => states.push(state), patient));
    const results = [];
    for (const store of stores) results.push((await store.take("k", rule)).allowed);
    expect(results).toEqual([true, true, true, false]);
    expect(states).toEqual([]);
    for (const store of stores) await store.close();
  });

  it.each(["fail", "drop"] as const)("calls an Upstash that begins to %s once per call, not twice", async (mode) => {
    const store = createLimitStore(viaUpstash(), () => undefined, patient);
    upstash.behave(mode);
    upstash.commands.length = 0;
    expect(await store.take("k", rule)).toMatchObject({ allowed: true });
    expect(upstash.commands).toHaveLength(1);
  });
});
