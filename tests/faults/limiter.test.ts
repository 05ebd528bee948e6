import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLimitStore } from "@/lib/platform/limits/create-limit-store";
import type { LimitStoreState } from "@/lib/platform/limits/fallback-store";
import type { LimitStore } from "@/lib/platform/limits/limit-store";
import { inForm } from "../support/in-form";
import { type RunningRedis, startRedis } from "../support/redis";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy";
import { startUpstashServer, type UpstashServer } from "../support/upstash-server";

const BUDGET = 60;
const rule = { limit: BUDGET, windowMs: 600_000 };
const PROCESSES = 3;
const TIMING = { timeoutMs: 300, abandonMs: 1_000, cooldownMs: 200 };
/** Only the test delays responses here. The process is busy for longer than either timeout. */
const BUSY_TIMING = { timeoutMs: 1_000, abandonMs: 1_500, cooldownMs: 200 };
const BUSY_MS = 2_000;

let redis: RunningRedis;
let upstash: UpstashServer;
let proxies: { redis: TcpProxy; upstash: TcpProxy };
beforeAll(async () => {
  redis = await startRedis();
  upstash = await startUpstashServer(redis.client, { bridge: true });
});
afterAll(async () => {
  await upstash?.close();
  await redis?.stop();
});
beforeEach(async () => {
  proxies = {
    redis: await startTcpProxy(redis.port),
    upstash: await startTcpProxy(Number(new URL(upstash.url).port)),
  };
  await redis.client.flushall();
});
const stores: LimitStore[] = [];
afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close()));
  await Promise.all([proxies.redis.close(), proxies.upstash.close()]);
});

const TRANSPORTS = {
  "Redis' own protocol": () => ({ REDIS_URL: `redis://127.0.0.1:${proxies.redis.port}` }),
  "Upstash's": () => ({
    UPSTASH_REDIS_REST_URL: `http://127.0.0.1:${proxies.upstash.port}`,
    UPSTASH_REDIS_REST_TOKEN: upstash.token,
  }),
};
type Transport = keyof typeof TRANSPORTS;
const EACH_TRANSPORT = Object.keys(TRANSPORTS) as Transport[];
const proxyOf = (transport: Transport) => (transport === "Upstash's" ? proxies.upstash : proxies.redis);

/** Several processes, each with its own store and connection. */
function processesBy(transport: Transport, timing = TIMING) {
  return Array.from({ length: PROCESSES }, () => {
    const states: LimitStoreState[] = [];
    const store = createLimitStore(TRANSPORTS[transport](), (state) => states.push(state), timing);
    stores.push(store);
    return { store, states };
  });
}
type Processes = ReturnType<typeof processesBy>;

/** Sends this many requests to each process at once. Returns how many were admitted and the slowest decision's time. */
async function asked(processes: Processes, key: string, times: number) {
  const startedMs = performance.now();
  let slowestMs = 0;
  const results = await Promise.all(
    processes.flatMap(({ store }) =>
      Array.from({ length: times }, async () => {
        const { allowed } = await store.take(key, rule);
        slowestMs = Math.max(slowestMs, performance.now() - startedMs);
        return allowed;
      }),
    ),
  );
  return { admitted: results.filter(Boolean).length, slowestMs };
}

/** Waits until all processes share one budget, with a new budget per try. On a busy machine a response can be late. */
async function untilShared(processes: Processes, name: string): Promise<void> {
  let times = 0;
  const admitted = async () => (await asked(processes, `${name}-${times++}`, BUDGET)).admitted;
  await expect.poll(admitted).toBe(BUDGET);
}

interface Fault {
  name: string;
  begin: (transport: Transport) => Promise<void> | void;
  end: (transport: Transport) => Promise<void> | void;
}
const FAULTS: readonly Fault[] = [
  { name: "is killed and restarted", begin: () => redis.kill(), end: () => redis.restart() },
  { name: "hangs", begin: () => redis.hang(), end: () => redis.resume() },
  { name: "is slow", begin: (by) => proxyOf(by).slow(700), end: (by) => proxyOf(by).slow(0) },
  { name: "resets its connections", begin: (by) => proxyOf(by).reset(), end: () => {} },
  {
    name: "is cut off without a word",
    begin: (by) => proxyOf(by).silence({ newOnesToo: true }),
    end: (by) => proxyOf(by).heal(),
  },
];
const CASES = EACH_TRANSPORT.flatMap((transport) =>
  FAULTS.slice(0, inForm({ short: 1, full: FAULTS.length })).map((fault) => ({ transport, ...fault })),
);

describe("an outage of Redis", () => {
  it.each(CASES)(
    "leaves each process its own budget, and all of them one budget afterwards, by $transport: Redis $name",
    async ({ transport, name, begin, end }) => {
      for (let repetition = 0; repetition < inForm({ short: 1, full: 5 }); repetition++) {
        await redis.client.flushall();
        const processes = processesBy(transport);
        await untilShared(processes, "before");
        await begin(transport);
        const during = await asked(processes, "during", 2 * BUDGET);
        // Fails neither open nor closed: each process admits at most one budget.
        expect(during.admitted).toBeGreaterThan(0);
        expect(during.admitted).toBeLessThanOrEqual(PROCESSES * BUDGET);
        expect(during.slowestMs).toBeLessThan(inForm({ short: Number.POSITIVE_INFINITY, full: 5_000 }));
        if (name === "is cut off without a word") {
          // A new connection opened during the silence must not be kept either.
          const opened = proxyOf(transport).accepted();
          const isAskedAnew = async () => {
            await Promise.all(processes.map(({ store }) => store.take("meanwhile", rule)));
            return proxyOf(transport).accepted() > opened;
          };
          await expect.poll(isAskedAnew).toBe(true);
        }
        await end(transport);
        await expect
          .poll(async () => {
            await Promise.all(processes.map(({ store }) => store.take("back", rule)));
            return processes.map(({ states }) => states.at(-1) ?? "remote");
          })
          .toEqual(processes.map(() => "remote"));
        await untilShared(processes, "after");
        await Promise.all(processes.map(({ store }) => store.close()));
      }
    },
  );
});

/** Blocks this thread, like parsing a large body or garbage collection. */
const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

describe("a process busy for longer than the limiter waits for Redis", { tags: ["full"] }, () => {
  it("still shares one budget with the others and reports no outage", async () => {
    let most = 0;
    const repetitions = 20;
    const processes = processesBy("Redis' own protocol", BUSY_TIMING);
    await asked(processes, "warm", 1);
    for (let repetition = 0; repetition < repetitions; repetition++) {
      const deciding = asked(processes, `busy-${repetition}`, BUDGET);
      await setImmediate();
      block(BUSY_MS);
      most = Math.max(most, (await deciding).admitted);
    }
    expect(most).toBe(BUDGET);
    expect(processes.flatMap(({ states }) => states)).toEqual([]);
  });

  it("applies the refusals that Upstash sent in that time", async () => {
    // A separate thread, so it responds while this one is busy.
    const server = new Worker(
      `const { parentPort } = require("node:worker_threads");
      const refused = { result: [0, 0, 0, 1000, 1000] };
      const server = require("node:http").createServer((request, response) => {
        let body = "";
        request.on("data", (chunk) => (body += chunk)).on("end", () => {
          const answer = request.url === "/pipeline" ? JSON.parse(body).map(() => refused) : refused;
          response.setHeader("Content-Type", "application/json").end(JSON.stringify(answer));
        });
      });
      server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));`,
      { eval: true },
    );
    const [port] = await once(server, "message");
    const states: LimitStoreState[] = [];
    const way = { UPSTASH_REDIS_REST_URL: `http://127.0.0.1:${port}`, UPSTASH_REDIS_REST_TOKEN: "token" };
    const store = createLimitStore(way, (state) => states.push(state), BUSY_TIMING);
    await store.take("k", rule);
    const deciding = store.take("k", rule);
    await setImmediate();
    await setImmediate();
    block(BUSY_MS);
    expect(await deciding).toMatchObject({ allowed: false });
    expect(states).toEqual([]);
    await server.terminate();
  });
});
