import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort, type HubProcess, killHubs, startHub } from "../support/hub-process";
import { inForm } from "../support/in-form";
import { startPostgres } from "../support/postgres-server";
import { sharedResource } from "../support/shared-resource";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy";

const OUTAGES = inForm({ short: 1, full: 10 });
const REQUESTS = 20;
const ONE_LOST = "a database connection was lost; the database answers";
const TOKEN = randomBytes(33).toString("base64");

let server: Awaited<ReturnType<typeof startPostgres>>;
let proxy: TcpProxy;
let directory: string;
let hub: HubProcess;

beforeAll(async () => {
  await sharedResource("built-hub");
  directory = await mkdtemp(join(tmpdir(), "database-away-"));
  server = await startPostgres();
  const url = new URL(server.templateUrl);
  proxy = await startTcpProxy(Number(url.port));
  url.port = String(proxy.port);
  const port = String(await freePort());
  const secret = () => randomBytes(33).toString("base64");
  hub = await startHub(directory, {
    PORT: port,
    DATABASE_URL: url.href,
    HUB_BASE_URL: `http://localhost:${port}`,
    SESSION_SECRET: secret(),
    FEDERATION_SECRET: secret(),
    FILE_URL_SECRET: secret(),
    CORE_CHILD_APP_TOKEN__STUDIO: TOKEN,
    RATE_LIMIT_PER_MINUTE: "0",
    RATE_LIMIT_CONCURRENT: "0",
    RATE_LIMIT_FAILED_AUTH_PER_MINUTE: "0",
  });
});
afterAll(async () => {
  await killHubs();
  await proxy.close();
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${hub.baseUrl}${path}`, { headers, redirect: "manual", signal: AbortSignal.timeout(30_000) });
const readiness = async () => (await get("/api/ready?exclude=disk")).json();
/** From an unregistered tool, whose refusal needs the database. */
const bundle = () =>
  get(`/api/public/v1/brand/by-id/${randomUUID()}/bundle`, {
    authorization: `Bearer ${TOKEN}`,
    "x-tool-slug": "studio",
  });
const page = () => get("/sign-in");

const lines = () =>
  hub
    .said()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
const about = (message: string) => lines().filter(({ msg }) => msg === message).length;

/** Milliseconds from the database's return until the hub is ready and answers as before. */
async function untilBack(): Promise<number> {
  const startedMs = performance.now();
  await expect.poll(readiness).toEqual({ ready: true, failing: [] });
  await expect.poll(async () => (await bundle()).status).toBe(401);
  await expect.poll(async () => (await page()).status).toBe(200);
  return performance.now() - startedMs;
}

describe("the log of a hub", () => {
  it("has a line for its start and for each request by request id, without request contents", async () => {
    const answers = [await bundle(), await page(), await get("/p/nobody?token=a-secret-of-a-query-4711")];
    const told = () => lines().filter(({ msg }) => msg === "request");
    for (const answer of answers) {
      const id = answer.headers.get("x-request-id");
      await expect.poll(() => told().filter(({ requestId }) => requestId === id)).toHaveLength(1);
      expect(told().find(({ requestId }) => requestId === id)).toEqual({
        level: expect.any(Number),
        time: expect.any(String),
        msg: "request",
        requestId: id,
        method: "GET",
        operation: answer === answers[0] ? "readBundle" : "page",
        status: answer.status,
        durationMs: expect.any(Number),
        ...(answer === answers[0] ? { credential: "tool", who: "studio" } : { credential: "none" }),
        bytes: expect.any(Number),
      });
    }
    expect(lines().filter(({ msg }) => msg === "the hub has started")).toEqual([
      expect.objectContaining({ version: "1.0.0", database: "pg" }),
    ]);
    expect(hub.said()).not.toMatch(/4711|Bearer/);
    expect(hub.said()).not.toContain(TOKEN);
    expect(told().filter(({ operation }) => operation === "probe")).toEqual([]);
  });
});

describe("a database server that stops and starts again", () => {
  it("causes 500 in the API and 503 in pages and readiness, and one log line each when it stops and returns", async () => {
    let stacks = 0;
    for (let outage = 1; outage <= OUTAGES; outage += 1) {
      await untilBack();
      const before = hub.said().length;
      await server.halt();

      // A page may use a lookup up to a second old.
      await expect.poll(async () => (await page()).status).toBe(503);
      const shown = await page();
      expect([shown.status, shown.headers.get("retry-after")]).toEqual([503, "10"]);
      const text = await shown.text();
      expect(text).toContain("Its database isn’t responding.");
      expect(text).not.toMatch(/127\.0\.0\.1|ECONNREFUSED|postgres/);
      const chapter = await get("/docs/errors");
      expect(chapter.status).toBe(200);
      expect(await chapter.text()).toContain("server_error");

      const asked = await Promise.all(Array.from({ length: REQUESTS }, bundle));
      for (const answer of asked) {
        expect([answer.status, answer.headers.get("retry-after")]).toEqual([500, "5"]);
        expect((await answer.json()).error.code).toBe("server_error");
      }
      await expect.poll(readiness).toEqual({ ready: false, failing: ["database"] });
      expect((await get("/api/health")).status).toBe(200);
      await expect.poll(() => about("the database does not answer")).toBe(outage);

      await server.resume();
      await untilBack();
      await expect.poll(() => about("the database answers again")).toBe(outage);
      stacks +=
        hub
          .said()
          .slice(before)
          .match(/\n\s+at |"stack"/g)?.length ?? 0;
    }
    expect(stacks).toBe(0);
    // A stopping server closes connections one by one, so the first loss may be noticed while others still work.
    const away = lines().filter(({ class: named, msg }) => named === "database_unavailable" && msg !== ONE_LOST);
    expect(away.map(({ msg }) => msg)).toEqual(
      Array.from({ length: OUTAGES }, () => ["the database does not answer", "the database answers again"]).flat(),
    );
  });
});

describe("a database server that stops answering", { tags: ["full"] }, () => {
  it("turns readiness to 503 in bounded time, and back", async () => {
    await untilBack();
    proxy.silence({ newOnesToo: true });
    await expect.poll(readiness).toEqual({ ready: false, failing: ["database"] });
    const startedMs = performance.now();
    expect(await readiness()).toEqual({ ready: false, failing: ["database"] });
    expect(performance.now() - startedMs).toBeLessThan(10_000);
    expect((await bundle()).status).toBe(500);
    proxy.heal();
    await untilBack();
  });
});
