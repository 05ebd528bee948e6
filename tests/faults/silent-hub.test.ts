// @module-tag full
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_API_KEY_SCOPES } from "@/lib/contract";
import { insertApiKey } from "@/lib/integrations/api-keys/issue-api-key";
import { createBrandFixture, createUser, systemContext } from "../support/fixtures";
import { freePort, type HubProcess, killHubs, startHub } from "../support/hub-process";
import { createPostgresDatabase, type PostgresDatabase } from "../support/postgres";
import { sharedResource } from "../support/shared-resource";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy";

const CALLERS = 10;
const DEMANDED_MS = 10_000;
const MINUTE_MS = 60_000;
const secret = () => randomBytes(33).toString("base64");
const DISPATCH_SECRET = secret();
const METRICS_TOKEN = secret();

let directory: string;
let database: PostgresDatabase;
let key: string;
let proxy: TcpProxy;
let hub: HubProcess;
beforeAll(async () => {
  await sharedResource("built-hub");
  directory = await mkdtemp(join(tmpdir(), "silent-hub-"));
  database = await createPostgresDatabase();
  const user = await createUser(database.db);
  const brand = await createBrandFixture(database.db, { members: { [user.id]: "owner" } });
  const values = {
    brandId: brand.id,
    name: "Key",
    scopes: DEFAULT_API_KEY_SCOPES,
    expiresAt: null,
    createdBy: user.id,
  };
  key = (await insertApiKey(systemContext(database.db), values)).key;
});
afterAll(async () => {
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

beforeEach(async () => {
  const url = new URL(database.url);
  proxy = await startTcpProxy(Number(url.port));
  url.hostname = "127.0.0.1";
  url.port = String(proxy.port);
  const port = String(await freePort());
  hub = await startHub(directory, {
    PORT: port,
    HUB_BASE_URL: `http://localhost:${port}`,
    DATABASE_URL: url.href,
    HUB_DRAIN_MS: "0",
    LOG_LEVEL: "warn",
    SESSION_SECRET: secret(),
    FEDERATION_SECRET: secret(),
    FILE_URL_SECRET: secret(),
    WEBHOOK_DISPATCH_SECRET: DISPATCH_SECRET,
    METRICS_TOKEN,
    RATE_LIMIT_PER_MINUTE: "0",
    RATE_LIMIT_CONCURRENT: "0",
  });
});
afterEach(async () => {
  await killHubs();
  await proxy.close();
});

interface Asked {
  sentMs: number;
  tookMs: number;
  status: number;
}

/** Sends a read or, one time in four, a write in a transaction. */
async function ask(index: number): Promise<Asked> {
  const sentMs = performance.now();
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const asked =
    index % 4 > 0
      ? fetch(`${hub.baseUrl}/api/public/brands`, { headers })
      : fetch(`${hub.baseUrl}/api/public/events`, { method: "POST", headers, body: JSON.stringify({ type: "a.b" }) });
  const answer = await asked;
  await answer.arrayBuffer();
  return { sentMs, tookMs: performance.now() - sentMs, status: answer.status };
}

/** Sends requests from ten callers until stopped. */
function keepAsking(): { asked: Asked[]; end: () => Promise<unknown> } {
  const asked: Asked[] = [];
  let over = false;
  const callers = Promise.all(
    Array.from({ length: CALLERS }, async () => {
      for (let index = 0; !over; index += 1) {
        asked.push(await ask(index));
        await delay(10);
      }
    }),
  );
  return {
    asked,
    end: () => {
      over = true;
      return callers;
    },
  };
}

const tick = () =>
  fetch(`${hub.baseUrl}/api/public/v1/internal/dispatch-tick`, {
    method: "POST",
    headers: { authorization: `Bearer ${DISPATCH_SECRET}` },
  }).then(({ status }) => status);

/** Failed ticks. While the database is away, the log has no line for each. */
async function failedTicks(): Promise<number> {
  const answer = await fetch(`${hub.baseUrl}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  return Number(/^hub_tick_failures_total\{tick="deliveries"\} (\d+)$/m.exec(await answer.text())?.[1] ?? 0);
}

describe("a hub with all database connections silent", () => {
  it("answers again within 10 seconds without a restart, and no request waits longer", async () => {
    const repetitions = 5;
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      const { asked, end } = keepAsking();
      await expect.poll(() => asked.filter(({ status }) => status === 200).length).toBeGreaterThan(CALLERS);
      const silentMs = performance.now();
      proxy.silence();
      const since = () => asked.filter(({ sentMs, status }) => sentMs > silentMs && status === 200);
      await expect.poll(() => since().length, { timeout: 3 * DEMANDED_MS }).toBeGreaterThan(0);
      const firstMs = performance.now() - silentMs;
      await delay(2_000);
      await end();
      const touched = asked.filter(({ sentMs, tookMs }) => sentMs + tookMs > silentMs);
      const longestMs = Math.max(...touched.map(({ tookMs }) => tookMs));
      expect(firstMs).toBeLessThan(DEMANDED_MS);
      expect(longestMs).toBeLessThan(DEMANDED_MS);
      expect(await tick()).toBe(200);
    }
    expect(hub.process.exitCode).toBeNull();
  });

  it("answers 503 from readiness until then and ticks within a minute of the database's return", async () => {
    proxy.silence({ newOnesToo: true });
    const ready = () => fetch(`${hub.baseUrl}/api/ready`).then(({ status }) => status);
    await expect.poll(ready, { timeout: 3 * DEMANDED_MS }).toBe(503);
    const failed = performance.now();
    expect(await tick()).toBeGreaterThanOrEqual(500);
    expect(performance.now() - failed).toBeLessThan(DEMANDED_MS);
    await expect.poll(failedTicks, { timeout: MINUTE_MS + 2 * DEMANDED_MS }).toBeGreaterThan(0);
    proxy.heal();
    await expect.poll(ready, { timeout: 3 * DEMANDED_MS }).toBe(200);
    expect(await tick()).toBe(200);
    const before = await failedTicks();
    await delay(MINUTE_MS + DEMANDED_MS);
    expect(await failedTicks()).toBe(before);
  });
});

describe("a hub with connections reset mid-transaction", () => {
  it("keeps running and answers the next request", async () => {
    const repetitions = 80;
    const { asked, end } = keepAsking();
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      const before = asked.filter(({ status }) => status === 200).length;
      const answered = () => asked.filter(({ status }) => status === 200).length;
      await expect.poll(answered, { timeout: DEMANDED_MS }).toBeGreaterThan(before + CALLERS);
      proxy.reset();
    }
    const reset = performance.now();
    await expect
      .poll(() => asked.some(({ sentMs, status }) => sentMs > reset && status === 200), { timeout: DEMANDED_MS })
      .toBe(true);
    await end();
    expect(hub.process.exitCode).toBeNull();
    expect(hub.said()).not.toMatch(/uncaught error|unhandled promise/);
  });
});
