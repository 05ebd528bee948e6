import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { GET as health } from "@/app/api/health/route";
import { GET as ready, POST as readyByPost } from "@/app/api/ready/route";
import { databaseClock } from "@/db/client";
import { usesDisk } from "@/lib/platform/config/check-deployment";
import { stopWatchingDiskSpace, watchDiskSpace } from "@/lib/platform/disk-space";
import { FallbackStore } from "@/lib/platform/limits/fallback-store";
import { MemoryStore } from "@/lib/platform/limits/memory-store";
import { log } from "@/lib/platform/log";
import { requestLogging } from "@/lib/platform/request-logging";
import type { Services } from "@/lib/runtime/context";
import { assembleHub, closeHub, type Hub, setHub } from "@/lib/runtime/hub";
import { CHECK_NAMES, unreadiness } from "@/lib/runtime/readiness";
import { startTickLoop, stopTickLoop } from "@/lib/runtime/tick-loop";
import { createListener, createStartingListener, type Started } from "@/lib/server/listener";
import { createTestDatabase } from "../../support/database";
import { type Listening, listen } from "../../support/listen";
import { memoryStorage } from "../../support/memory-storage";
import { parseAnswer } from "../../support/send-raw";

const asked = (path: string) => new Request(`http://hub.test${path}`);
const failing = async (query = "") => {
  const response = await ready(asked(`/api/ready${query}`));
  const body = await response.json();
  expect(response.status).toBe(body.failing.length === 0 ? 200 : 503);
  expect(body).toEqual({ ready: response.status === 200, failing: body.failing });
  return body.failing;
};

let statements: string[];
let hub: Hub;

async function open(given: Partial<Services> = {}): Promise<void> {
  statements = [];
  const database = await createTestDatabase((statement) => statements.push(statement));
  hub = assembleHub(database, { storage: memoryStorage(), limits: new MemoryStore({ nowMs: Date.now }), ...given });
  setHub(hub);
}

beforeEach(() => open());
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await closeHub();
});

const never = () => new Promise<never>(() => {});

describe("health", () => {
  it("reports a live process and its event-loop delay, without a query", async () => {
    const response = await health(asked("/api/health"));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: "ok", event_loop_lag_ms: expect.any(Number) });
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(statements).toEqual([]);
  });

  it("reports a blocked event loop", async () => {
    await health(asked("/api/health"));
    await new Promise((later) => setTimeout(later, 50));
    const untilMs = performance.now() + 300;
    while (performance.now() < untilMs);
    await new Promise((later) => setTimeout(later, 50));
    const { event_loop_lag_ms } = await (await health(asked("/api/health"))).json();
    expect(event_loop_lag_ms).toBeGreaterThan(150);
  });
});

describe("readiness", () => {
  it("is reported if everything works", async () => {
    expect(await failing()).toEqual([]);
  });

  it("accepts only GET and HEAD", async () => {
    const refused = await readyByPost(new Request("http://hub.test/api/ready", { method: "POST" }));
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  it.each<[string, Partial<Services>]>([
    ["storage", { storage: { ...memoryStorage(), probe: () => Promise.reject(new Error("s3.example.com refused")) } }],
    ["storage", { storage: { ...memoryStorage(), probe: never } }],
    ["database", { clock: () => Promise.reject(new Error("password of hub at 10.1.2.3 is wrong")) }],
    ["database", { clock: never }],
  ])("names %s if it fails or hangs, without details", async (name, given) => {
    await closeHub();
    await open(given);
    const response = await ready(asked("/api/ready"));
    expect(response.headers.get("retry-after")).toBe("5");
    expect(await response.text()).toBe(JSON.stringify({ ready: false, failing: [name] }));
  });

  it("names migrations that the database lacks", async () => {
    const move = (by: number) =>
      hub.db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at + ${by}
        where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`);
    await move(-1);
    const named = await failing();
    await move(1);
    expect(named).toEqual(["migrations"]);
  });

  it("names the limiter while each process counts alone, and detects its return without a request", async () => {
    const local = new MemoryStore({ nowMs: Date.now });
    const remote = new MemoryStore({ nowMs: Date.now });
    let down = true;
    const broken = new Proxy(remote, {
      get: (target, name) =>
        down ? () => Promise.reject(new Error("away")) : Reflect.get(target, name, target).bind(target),
    });
    const limits = new FallbackStore({
      remote: broken,
      local,
      nowMs: () => performance.now(),
      onStateChange: () => {},
      cooldownMs: 1,
    });
    await closeHub();
    await open({ limits });
    expect(await failing()).toEqual(["limiter"]);
    down = false;
    await closeHub();
    await open({ limits });
    expect(await failing()).toEqual([]);
  });

  it("skips excluded checks", async () => {
    await closeHub();
    await open({ storage: { ...memoryStorage(), probe: () => Promise.reject(new Error()) } });
    expect(await failing("?exclude=limiter,storage")).toEqual([]);
    expect(await failing("?exclude=limiter&exclude=storage")).toEqual([]);
    expect(await failing("?exclude=nothing&more=storage")).toEqual(["storage"]);
  });

  it("logs one line when the failing checks change, regardless of callers' excludes", async () => {
    await closeHub();
    let isAway = true;
    const failsWhileAway = () => (isAway ? Promise.reject(new Error("away")) : Promise.resolve());
    await open({
      storage: { ...memoryStorage(), probe: failsWhileAway },
      clock: (db) => failsWhileAway().then(() => databaseClock(db)),
    });
    const [warned, informed] = [vi.spyOn(log, "warn").mockReturnValue(), vi.spyOn(log, "info").mockReturnValue()];
    for (const query of ["", "?exclude=storage", "?exclude=limiter", ""]) await failing(query);
    expect(warned).toHaveBeenCalledExactlyOnceWith(
      { problems: ["database", "storage"] },
      "the hub is not ready: database, storage",
    );
    isAway = false;
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + 5_001);
    await failing("?exclude=storage");
    expect(warned).toHaveBeenLastCalledWith({ problems: ["storage"] }, "the hub is not ready: storage");
    await failing();
    await failing();
    expect(warned).toHaveBeenCalledTimes(2);
    expect(informed).toHaveBeenCalledExactlyOnceWith("the hub is ready again");
    expect(requestLogging().takes("probe", true)).toBe(false);
    expect(requestLogging().takes("page", true)).toBe(true);
  });

  it("keeps a working process behind a load balancer that polls as documented", async () => {
    const [, path = "", excluded = ""] =
      /GET (\/api\/ready\?exclude=([a-z,]+))/.exec(readFileSync("docs/operations.md", "utf8")) ?? [];
    const needed = CHECK_NAMES.filter((name) => !excluded.split(",").includes(name));
    expect(needed).toEqual(["database", "migrations"]);
    expect(excluded.split(",").filter((name) => !CHECK_NAMES.some((known) => known === name))).toEqual([]);
    await watchDiskSpace(".", Number.MAX_SAFE_INTEGER);
    try {
      expect(await failing()).toEqual(["disk"]);
      expect((await ready(asked(path))).status).toBe(200);
    } finally {
      stopWatchingDiskSpace();
    }
  });

  it.each<[boolean, Parameters<typeof usesDisk>[0]]>([
    [true, {}],
    [true, { S3_BUCKET: "hub" }],
    [true, { DATABASE_URL: "postgres://hub@db.example.com/hub" }],
    [false, { DATABASE_URL: "postgres://hub@db.example.com/hub", S3_BUCKET: "hub" }],
    [false, { POSTGRES_URL: "postgres://hub@db-pooler.example.com/hub", S3_BUCKET: "hub" }],
    [false, { VERCEL: "1" }],
  ])("checks the disk (%s) of a hub configured with %o", (isWatched, settings) => {
    expect(usesDisk(settings)).toBe(isWatched);
  });

  it("costs a few statements, however often and by however many callers it is polled", async () => {
    for (let round = 0; round < 20; round += 1) await Promise.all(Array.from({ length: 20 }, () => failing()));
    expect(statements.length).toBeLessThan(20);
  });

  it("calls a hanging check once, not per caller", async () => {
    await closeHub();
    let times = 0;
    await open({
      storage: {
        ...memoryStorage(),
        probe() {
          times += 1;
          return never();
        },
      },
    });
    await Promise.all(Array.from({ length: 20 }, () => failing()));
    await failing();
    expect(times).toBe(1);
  });

  it("caches a missing response for a second, and accepts a late one", async () => {
    await closeHub();
    let probe = (): Promise<void> => Promise.reject(new Error("away"));
    await open({ storage: { ...memoryStorage(), probe: () => probe() } });
    const besides = CHECK_NAMES.filter((name) => name !== "storage");
    const later = (ms: number) => vi.spyOn(performance, "now").mockReturnValue(performance.now() + ms);
    expect(await unreadiness(hub, { besides })).toEqual(["storage"]);
    probe = async () => {};
    expect(await unreadiness(hub, { besides })).toEqual(["storage"]);
    later(1_001);
    expect(await unreadiness(hub, { besides })).toEqual([]);

    let answer = () => {};
    probe = () =>
      new Promise((done) => {
        answer = done;
      });
    later(5_001);
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const waited = unreadiness(hub, { besides });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await waited).toEqual(["storage"]);
    vi.useRealTimers();
    answer();
    await new Promise(setImmediate);
    expect(await unreadiness(hub, { besides })).toEqual([]);
  });

  it("checks the age of the last tick if there is a tick loop", async () => {
    expect(await failing()).toEqual([]);
    startTickLoop({ name: "audit", run: async () => {}, isWoken: true });
    expect(await failing()).toEqual([]);
    await stopTickLoop();
  });
});

describe("the listener", () => {
  let server: Listening;
  afterEach(() => server.close());
  const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init);

  it("answers both probes itself, before Next", async () => {
    server = await listen(createServer(createListener(async (_, response) => void response.writeHead(599).end())));
    expect([(await get("/api/health")).status, (await get("/api/ready?exclude=disk")).status]).toEqual([200, 200]);
    const head = await get("/api/ready", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect((await get("/api/ready/more")).status).toBe(599);
    expect((await get("/api/health", { method: "POST" })).status).toBe(405);
  });

  it("answers both during startup, while all other requests wait", async () => {
    let start = () => {};
    let load = () => {};
    const loading = new Promise<void>((resolve) => {
      load = resolve;
    });
    const started = new Promise<Started>((resolve) => {
      start = () =>
        resolve({ listener: createListener(async (_, response) => void response.writeHead(299).end()), loading });
    });
    server = await listen(createServer(createStartingListener(started)));
    expect((await get("/api/health")).status).toBe(200);
    const early = await get("/api/ready");
    expect([early.status, await early.json()]).toEqual([503, { ready: false, failing: ["starting"] }]);
    expect(early.headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
    const page = get("/a-page");
    start();
    expect((await page).status).toBe(299);
    statements = [];
    expect(await (await get("/api/ready")).json()).toEqual({ ready: false, failing: ["starting"] });
    expect(statements).toEqual([]);
    load();
    expect((await get("/api/ready")).status).toBe(200);
  });

  it.each([
    ["/sign-in", "a".repeat(5), 205],
    ["/sign-in", "a".repeat(60_000), 205],
    ["/sign-in", "a".repeat(70_000), 413],
    ["/api/public/federation/exchange", JSON.stringify({ token: "unknown" }), 401],
    ["/api/public/federation/exchange", JSON.stringify({ token: "a".repeat(70_000) }), 400],
  ])("reads a body sent to %s during startup", async (path, body, status) => {
    let start = () => {};
    const listener = createListener(async (request, response) => {
      const pieces = await request.toArray();
      response.writeHead(Buffer.concat(pieces).toString() === body ? 205 : 299).end();
    });
    const started = new Promise<Started>((resolve) => {
      start = () => resolve({ listener, loading: started });
    });
    const starting = createServer(createStartingListener(started));
    server = await listen(starting);
    const asks = once(starting, "request");
    const socket = connect(server.port, "127.0.0.1");
    const answer = once(socket, "data");
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: hub.test\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await asks;
    // By now the bytes after the head have been delivered.
    await new Promise(setImmediate);
    start();
    expect(parseAnswer(String((await answer)[0])).status).toBe(status);
    socket.destroy();
  });
});
