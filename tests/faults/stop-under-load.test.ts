import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request as requestHttp } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createHttpServer } from "@/lib/server/http-server";
import { fetchWhole } from "../support/fetch-whole";
import { freePort, type HubProcess, killHubs, startHub } from "../support/hub-process";
import { inForm } from "../support/in-form";
import { listen } from "../support/listen";
import { createPostgresDatabase, type PostgresDatabase } from "../support/postgres";
import { startReadinessProxy } from "../support/readiness-proxy";
import { sharedResource } from "../support/shared-resource";

const CALLERS = 16;

let directory: string;
let database: PostgresDatabase;
/** Setup for groups that start built hubs. */
function withHubs(): void {
  beforeAll(async () => {
    await sharedResource("built-hub");
    directory = await mkdtemp(join(tmpdir(), "stop-under-load-"));
    database = await createPostgresDatabase();
  });
  afterEach(killHubs);
  afterAll(async () => {
    await database.close();
    await rm(directory, { recursive: true, force: true });
  });
}

const secret = () => randomBytes(33).toString("base64");
const SECRETS = { SESSION_SECRET: secret(), FEDERATION_SECRET: secret(), FILE_URL_SECRET: secret() };

/** Starts one of several hubs on the same database. */
async function startOne(env: Record<string, string> = {}): Promise<HubProcess & { port: number }> {
  const port = await freePort();
  const hub = await startHub(directory, {
    ...SECRETS,
    PORT: String(port),
    HUB_BASE_URL: `http://localhost:${port}`,
    DATABASE_URL: database.url,
    ...env,
  });
  return { ...hub, port };
}

/** A request's status, or how it broke off. */
type Outcome = number | "reset" | "refused";

/**
 * Sends requests one after another over a kept-alive connection until told to stop or the server closes it. `told`
 * receives each outcome.
 */
async function keepAsking(port: number, isOver: () => boolean, told: (outcome: Outcome) => void): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let isTold = false;
  const ask = (index: number) =>
    new Promise<Outcome>((done) => {
      const isRead = index % 4 > 0;
      const path = isRead ? "/api/public/v1/docs/openapi.json" : "/api/public/v1/events";
      const sent = requestHttp({ host: "127.0.0.1", port, agent, path, method: isRead ? "GET" : "POST" }, (answer) => {
        isTold = answer.headers.connection === "close";
        answer.on("error", () => done("reset")).on("end", () => done(answer.statusCode ?? 0));
        answer.resume();
      });
      sent.on("error", ({ code }: NodeJS.ErrnoException) => done(code === "ECONNREFUSED" ? "refused" : "reset"));
      sent.end(isRead ? undefined : JSON.stringify({ padding: "x".repeat(2_000) }));
    });
  for (let index = 0; !isOver() && !isTold; index += 1) {
    const outcome = await ask(index);
    told(outcome);
    if (outcome === "refused") break;
  }
  agent.destroy();
}

const count = (outcomes: readonly Outcome[], wanted: (outcome: Outcome) => boolean): number =>
  outcomes.filter(wanted).length;

describe("hubs behind a proxy that checks readiness", { tags: ["full"] }, () => {
  withHubs();

  it("are replaced under load without a failed request", async () => {
    const stops = 20;
    const proxy = await startReadinessProxy();
    const first = await startOne({ HUB_DRAIN_MS: "1500" });
    let next = await startOne({ HUB_DRAIN_MS: "1500" });
    proxy.add(first.port);
    proxy.add(next.port);
    await proxy.ready(2);
    let over = false;
    const outcomes: Outcome[] = [];
    const callers = Promise.all(
      Array.from({ length: CALLERS }, () =>
        keepAsking(
          proxy.port,
          () => over,
          (outcome) => outcomes.push(outcome),
        ),
      ),
    );
    let stopped = first;
    for (let stop = 1; stop <= stops; stop += 1) {
      await delay(500);
      const before = outcomes.length;
      expect(await stopped.end("SIGTERM")).toBe(0);
      proxy.remove(stopped.port);
      expect(outcomes.length).toBeGreaterThan(before);
      if (stop === stops) break;
      stopped = next;
      next = await startOne({ HUB_DRAIN_MS: "1500" });
      proxy.add(next.port);
      await proxy.ready(2);
    }
    over = true;
    await callers;
    await proxy.close();
    const broken = count(outcomes, (outcome) => typeof outcome !== "number" || outcome >= 500);
    expect({ broken, told: proxy.broken }).toEqual({ broken: 0, told: [] });
  }, 1_800_000);

  it("exit at once on a second signal, even while draining", async () => {
    const hub = await startOne({ HUB_DRAIN_MS: "600000" });
    const ended = hub.end("SIGINT");
    await expect
      .poll(() => fetchWhole(`${hub.baseUrl}/api/ready`).then(({ status }) => status), { timeout: 10_000 })
      .toBe(503);
    expect((await fetchWhole(`${hub.baseUrl}/api/public/v1/docs/openapi.json`)).headers.get("connection")).toBe(
      "close",
    );
    // Longer than all paths of a single Ctrl-C take.
    await delay(1_200);
    hub.process.kill("SIGINT");
    expect(await ended).toBe(130);
  });
});

describe("a server with kept-alive connections", () => {
  it("resets no request that was sent before it stopped", async () => {
    const stops = inForm({ short: 2, full: 20 });
    const outcomes: Outcome[] = [];
    for (let stop = 0; stop < stops; stop += 1) {
      const http = createHttpServer((request, response) => {
        request.resume().on("end", () => setTimeout(() => response.end("x".repeat(5_000)), 1));
      });
      const { port } = await listen(http.server);
      const callers = Promise.all(
        Array.from({ length: CALLERS }, () =>
          keepAsking(
            port,
            () => false,
            (outcome) => outcomes.push(outcome),
          ),
        ),
      );
      await delay(100);
      await http.stop(10_000);
      await callers;
    }
    const resets = count(outcomes, (outcome) => outcome === "reset");
    expect(resets).toBe(0);
    expect(count(outcomes, (outcome) => outcome === 200)).toBeGreaterThan(stops * CALLERS);
  });
});

describe("a hub with a bug", { tags: ["full"] }, () => {
  withHubs();

  const misbehaving = { NODE_OPTIONS: `--import ${resolve("tests/support/misbehave.mjs")}` };

  it("keeps running after an unhandled rejection and logs where it happened", async () => {
    const hub = await startOne({ ...misbehaving, HUB_DRAIN_MS: "0" });
    for (const rejections of [1, 2]) {
      hub.process.kill("SIGPIPE");
      await expect.poll(() => hub.said(), { timeout: 10_000 }).toContain(`"rejections":${rejections}`);
    }
    expect(hub.said()).toMatch(/misbehave\.mjs.*"rejections":1.*unhandled promise/);
    expect((await fetchWhole(`${hub.baseUrl}/api/ready`)).status).toBe(200);
    expect(await hub.end("SIGTERM")).toBe(0);
  });

  it("logs an uncaught exception and exits with 1", async () => {
    const hub = await startOne(misbehaving);
    expect(await hub.end("SIGUSR2")).toBe(1);
    expect(hub.said()).toMatch(/"level":60.*a mistake that nothing catches.*uncaught error; the process ends/s);
  });
});
