import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { UpstashStore, upstashTransport } from "@/lib/platform/limits/create-limit-store";
import { RedisStore, type RedisStoreOptions } from "@/lib/platform/limits/redis-store";
import { plainTransport } from "@/lib/platform/limits/redis-transport";
import { type RunningRedis, startRedis } from "../../../support/redis";
import { startUpstashServer, type UpstashServer } from "../../../support/upstash-server";
import { enter } from "./enter";

let redis: RunningRedis;
let upstash: UpstashServer;
let bridge: UpstashServer;
const open: RedisStore[] = [];
beforeAll(async () => {
  redis = await startRedis();
  upstash = await startUpstashServer(redis.client);
  bridge = await startUpstashServer(redis.client, { bridge: true });
});
afterAll(async () => {
  await upstash?.close();
  await bridge?.close();
  await redis?.stop();
});
beforeEach(async () => {
  await redis.client.flushall();
});
afterEach(() => Promise.all(open.splice(0).map((store) => store.close())));

/** A timeout that no test reaches. */
const abandonMs = 3_600_000;
type Options = Omit<RedisStoreOptions, "transport">;
const byUpstash = (server: UpstashServer, options: Options) => {
  const transport = upstashTransport({ ...server, abandonMs });
  return new UpstashStore(transport.redis, { transport, ...options });
};
const STORES = {
  "Upstash and its Ratelimit": (options: Options) => byUpstash(upstash, options),
  "a bridge with Upstash's protocol": (options: Options) => byUpstash(bridge, options),
  "Redis's own protocol": (options: Options) =>
    new RedisStore({ transport: plainTransport({ url: redis.url, abandonMs }), ...options }),
};

/** A process's store, with its own client. */
function storeBy(way: keyof typeof STORES, nowMs: () => number = Date.now): RedisStore {
  const store = STORES[way]({ newId: randomUUID, nowMs, prefix: "brand-hub" });
  open.push(store);
  return store;
}
const long = { limit: 60, windowMs: 600_000 };

/** Moves everything logged for the key into the past, as if time had passed. */
async function letPass(key: string, ms: number): Promise<void> {
  const members = await redis.client.zrange(key, 0, -1);
  for (const member of members) await redis.client.zincrby(key, -ms * 1000, member);
}
const RATE_KEY = "brand-hub:rate:k";
const LEASE_KEY = "brand-hub:lease:{brand-hub:rate:k}";

describe.each(Object.keys(STORES) as (keyof typeof STORES)[])("by %s", (way) => {
  const openStore = (nowMs?: () => number) => storeBy(way, nowMs);

  describe("take", () => {
    it("admits exactly 60 of 200 simultaneous calls from three processes", async () => {
      const stores = [openStore(), openStore(), openStore()];
      const calls = Array.from({ length: 200 }, (_, index) => stores[index % 3]?.take("k", long));
      const results = await Promise.all(calls);
      expect(results.filter((result) => result?.allowed)).toHaveLength(60);
      expect(await redis.client.zcard(RATE_KEY)).toBe(60);
    });

    it("counts down, then refuses until the oldest call leaves the window", async () => {
      const store = openStore();
      const rule = { limit: 2, windowMs: 100_000 };
      expect(await store.take("k", rule)).toEqual({ allowed: true, remaining: 1, retryAfterMs: 0, resetMs: 100_000 });
      await letPass(RATE_KEY, 30_000);
      expect(await store.take("k", rule)).toEqual({ allowed: true, remaining: 0, retryAfterMs: 0, resetMs: 100_000 });
      await letPass(RATE_KEY, 10_000);
      const refused = await store.take("k", rule);
      expect(refused).toMatchObject({ allowed: false, remaining: 0 });
      expect(refused.retryAfterMs).toBeGreaterThan(55_000);
      expect(refused.retryAfterMs).toBeLessThanOrEqual(60_000);
      expect(refused.resetMs).toBeGreaterThan(85_000);
      expect(refused.resetMs).toBeLessThanOrEqual(90_000);
    });

    it("allows a call again exactly when one leaves the window", async () => {
      const store = openStore();
      const rule = { limit: 2, windowMs: 100_000 };
      await store.take("k", rule);
      await letPass(RATE_KEY, 60_000);
      await store.take("k", rule);
      await letPass(RATE_KEY, 30_000);
      expect((await store.take("k", rule)).allowed).toBe(false);
      await letPass(RATE_KEY, 10_000);
      expect((await store.take("k", rule)).allowed).toBe(true);
      expect((await store.take("k", rule)).allowed).toBe(false);
    });

    it("doesn't count or remember refused calls", async () => {
      const store = openStore();
      const rule = { limit: 1, windowMs: 100_000 };
      await store.take("k", rule);
      for (let call = 0; call < 5; call += 1) expect((await store.take("k", rule)).allowed).toBe(false);
      expect(await redis.client.zcard(RATE_KEY)).toBe(1);
      await redis.client.del(RATE_KEY);
      expect((await store.take("k", rule)).allowed).toBe(true);
    });

    it("uses the server's clock", async () => {
      const rule = { limit: 1, windowMs: 60_000 };
      await openStore(() => 0).take("k", rule);
      expect(await openStore(() => Date.now() + 3_600_000).take("k", rule)).toMatchObject({ allowed: false });
    });

    it("uses the process's clock if scripts can't call TIME", async () => {
      await redis.client.call("ACL", "SETUSER", "default", "-time");
      let nowMs = 1_000_000;
      const store = openStore(() => nowMs);
      const rule = { limit: 1, windowMs: 1000 };
      try {
        expect(await store.take("k", rule)).toMatchObject({ allowed: true });
        nowMs += 400;
        expect(await store.take("k", rule)).toMatchObject({ allowed: false, retryAfterMs: 600 });
        nowMs += 600;
        expect(await store.take("k", rule)).toMatchObject({ allowed: true });
      } finally {
        await redis.client.call("ACL", "SETUSER", "default", "+time");
      }
    });

    it("expires keys 1.25 windows after the last call at the latest", async () => {
      const store = openStore();
      const rule = { limit: 5, windowMs: 80_000 };
      const livesMs = () => redis.client.pttl(RATE_KEY);
      await store.take("k", rule);
      expect(await livesMs()).toBeGreaterThan(95_000);
      expect(await livesMs()).toBeLessThanOrEqual(100_000);
      for (const stillMs of [90_000, 60_000]) {
        await redis.client.pexpire(RATE_KEY, stillMs);
        await store.take("k", rule);
        expect(await livesMs()).toBeGreaterThan(80_000);
        expect(await livesMs()).toBeLessThanOrEqual(100_000);
      }
    });

    it("sends the script's text once, then its digest", async () => {
      await redis.client.script("FLUSH");
      await redis.client.config("RESETSTAT");
      const store = openStore();
      for (let call = 0; call < 5; call++) await store.take("k", long);
      const stats = await redis.client.info("commandstats");
      const [, calls, failed] = /cmdstat_eval:calls=(\d+).*failed_calls=(\d+)/.exec(stats) ?? [];
      // A bridge's Redis first rejects the text with Upstash's flag.
      expect(Number(calls) - Number(failed)).toBe(1);
    });
  });

  describe("slots", () => {
    it("grants 2 of 50 simultaneous calls from two processes a slot, and the next after a release", async () => {
      const stores = [openStore(), openStore()];
      const leases = await Promise.all(
        Array.from({ length: 50 }, (_, index) => enter(stores[index % 2] as RedisStore, "k", 2, 30_000)),
      );
      const given = leases.filter((lease) => lease !== null);
      expect(given).toHaveLength(2);
      await stores[1]?.leave("k", given[0] ?? "");
      expect(await enter(stores[0] as RedisStore, "k", 2, 30_000)).not.toBeNull();
      expect(await enter(stores[0] as RedisStore, "k", 2, 30_000)).toBeNull();
    });

    it("frees an unreleased slot when its lease expires", async () => {
      const store = openStore();
      await enter(store, "k", 1, 30_000);
      await letPass(LEASE_KEY, 25_000);
      expect(await enter(store, "k", 1, 30_000)).toBeNull();
      await letPass(LEASE_KEY, 5_000);
      expect(await enter(store, "k", 1, 30_000)).not.toBeNull();
    });

    it("keeps the longest lease if a shorter one follows", async () => {
      const store = openStore();
      await enter(store, "k", 2, 90_000);
      await enter(store, "k", 2, 1_000);
      expect(await redis.client.pttl(LEASE_KEY)).toBeGreaterThan(80_000);
    });

    it("keeps the current holder if an expired lease is released", async () => {
      const store = openStore();
      const first = await enter(store, "k", 1, 30_000);
      await letPass(LEASE_KEY, 30_000);
      await enter(store, "k", 1, 30_000);
      await store.leave("k", first ?? "");
      expect(await enter(store, "k", 1, 30_000)).toBeNull();
    });
  });

  describe("attempt", () => {
    const growing = [
      { limit: 3, windowMs: 100_000 },
      { limit: 5, windowMs: 1_000_000 },
    ];
    const ATTEMPT_KEY = "brand-hub:attempt:k";

    it("admits across processes what fits every rule and returns when the next one would", async () => {
      const stores = [openStore(), openStore()];
      const atOnce = await Promise.all(
        Array.from({ length: 20 }, (_, index) => stores[index % 2]?.attempt("k", growing)),
      );
      expect(atOnce.filter((attempt) => attempt?.admitted)).toHaveLength(3);
      await letPass(ATTEMPT_KEY, 100_000);
      expect(await stores[0]?.attempt("k", growing)).toMatchObject({ admitted: true });
      expect(await stores[1]?.attempt("k", growing)).toMatchObject({ admitted: true });
      const refused = await stores[0]?.attempt("k", growing);
      if (!refused || refused.admitted) throw new Error("it was admitted");
      expect(refused.retryAfterMs).toBeGreaterThan(890_000);
      expect(refused.retryAfterMs).toBeLessThanOrEqual(900_000);
      expect(await redis.client.pttl(ATTEMPT_KEY)).toBeGreaterThan(900_000);
    });

    it("forgets a withdrawn attempt", async () => {
      const store = openStore();
      const rule = [{ limit: 1, windowMs: 600_000 }];
      const made = await store.attempt("k", rule);
      expect(await store.attempt("k", rule)).toMatchObject({ admitted: false });
      await store.withdraw("k", made.admitted ? made.token : "");
      expect(await store.attempt("k", rule)).toMatchObject({ admitted: true });
    });
  });

  it("rejects for an unexpected reply", async () => {
    await redis.client.set(RATE_KEY, "not a log");
    await expect(openStore().take("k", long)).rejects.toThrow(/WRONGTYPE/);
  });

  it("uses only keys with its prefix", async () => {
    const [one, other] = ["one", "other"].map((prefix) => {
      const store = STORES[way]({ newId: randomUUID, nowMs: Date.now, prefix });
      open.push(store);
      return store;
    });
    const rule = { limit: 1, windowMs: 60_000 };
    expect(await one?.take("k", rule)).toMatchObject({ allowed: true });
    expect(await other?.take("k", rule)).toMatchObject({ allowed: true });
    expect(await one?.take("k", rule)).toMatchObject({ allowed: false });
    expect((await redis.client.keys("*")).sort()).toEqual(["one:rate:k", "other:rate:k"]);
  });
});

it("rejects if Upstash fails and admits nothing locally", async () => {
  upstash.behave("fail");
  const store = storeBy("Upstash and its Ratelimit");
  await expect(store.take("k", long)).rejects.toThrow();
  await expect(enter(store, "k", 2, 1000)).rejects.toThrow();
  await expect(store.leave("k", "token")).rejects.toThrow();
  upstash.behave("answer");
});

it("sends Upstash's flag to a bridge only once", async () => {
  await redis.client.script("FLUSH");
  bridge.commands.length = 0;
  const store = storeBy("a bridge with Upstash's protocol");
  for (let call = 0; call < 3; call++) await store.take("k", long);
  expect(bridge.commands).toEqual(["EVALSHA", "EVAL", "EVALSHA", "EVAL", "EVALSHA", "EVALSHA"]);
});
