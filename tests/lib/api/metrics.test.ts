import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { GET } from "@/app/metrics/route";
import { closeHub } from "@/lib/runtime/hub";
import { createListener, createMetricsServer } from "@/lib/server/listener";
import { configure, withoutLimits } from "../../support/configure";
import { type Listening, listen } from "../../support/listen";
import { createWorld, type World } from "../../support/world";

const TOKEN = "metrics-token-0123456789-kq7vX2mPz9w";

let world: World;
let hub: Listening;
let own: Listening;
beforeEach(async () => {
  withoutLimits();
  world = await createWorld();
  hub = await listen(createServer(createListener(async (_, response) => void response.writeHead(299).end())));
  own = await listen(createMetricsServer().server);
});
afterEach(async () => {
  await hub.close();
  await own.close();
  await world.close();
  await closeHub();
  configure({ METRICS_TOKEN: "" });
});

const get = (server: Listening, path = "/metrics", token?: string) =>
  fetch(`http://127.0.0.1:${server.port}${path}`, { headers: token ? { authorization: `Bearer ${token}` } : {} });

/** Waits a second, because values are cached that long. */
const scrape = async (): Promise<string> => {
  await new Promise((later) => setTimeout(later, 1_050));
  return (await get(own)).text();
};

const figureOf = (text: string, series: string): number =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length) ?? 0,
  );

describe("access to the metrics", () => {
  it("needs a token on the hub's own port, which answers 404 without, and none on a separate port", async () => {
    expect((await get(hub)).status).toBe(404);
    expect((await GET(new Request("http://hub.test/metrics"))).status).toBe(404);
    const answer = await get(own);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      200,
      "text/plain; version=0.0.4; charset=utf-8",
    ]);
    expect((await get(own, "/api/ready")).status).toBe(404);
  });

  it("needs the token if one is configured, on either port and through Next", async () => {
    configure({ METRICS_TOKEN: `${TOKEN},the-one-before-0123456789-abcdefghij` });
    for (const server of [hub, own]) {
      expect((await get(server)).status).toBe(401);
      expect((await get(server, "/metrics", "another-one-0123456789-abcdefghijkl")).status).toBe(401);
      expect((await get(server, "/metrics", TOKEN)).status).toBe(200);
    }
    const request = new Request("http://hub.test/metrics", { headers: { authorization: `Bearer ${TOKEN}` } });
    expect((await GET(request)).status).toBe(200);
  });

  it("counts wrong tokens as failed credentials", async () => {
    configure({ METRICS_TOKEN: TOKEN, RATE_LIMIT_FAILED_AUTH_PER_MINUTE: 3 });
    const statuses: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) statuses.push((await get(hub, "/metrics", "wrong")).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
  });
});

describe("the metrics", () => {
  it("count requests by operation, status and credential kind, without caller-provided labels", async () => {
    const before = await scrape();
    const written = randomUUID();
    const { brands } = world;
    const paths = [
      `/api/public/v1/brand/by-id/${brands.own.id}/bundle`,
      `/api/public/nothing-here-${written}`,
      `/a-page-${written}`,
    ];
    for (const path of paths) await (await get(hub, path, `bih_made-up-${written}`)).text();
    const after = await scrape();
    const grew = (series: string) => figureOf(after, series) - figureOf(before, series);
    expect(grew('hub_requests_total{operation="readBundle",status="401",credential="none"}')).toBe(1);
    expect(grew('hub_requests_total{operation="unknown",status="404",credential="none"}')).toBe(1);
    expect(grew('hub_requests_total{operation="page",status="299",credential="none"}')).toBe(1);
    expect(grew('hub_request_duration_seconds_count{operation="readBundle"}')).toBe(1);
    expect(after).not.toContain(written);
    expect(after).not.toContain(brands.own.id);
  });

  it("include everything that the documentation promises", async () => {
    const text = await scrape();
    for (const name of [
      "hub_deliveries_pending",
      "hub_deliveries_oldest_due_seconds",
      "hub_database_pool_waiting",
      "hub_delivery_attempts_total",
      "hub_tick_duration_seconds",
      "hub_limiter_decisions_total",
      "hub_jobs",
      "nodejs_eventloop_lag_p99_seconds",
      "process_resident_memory_bytes",
      "hub_build_info",
    ])
      expect(text, name).toContain(`# TYPE ${name} `);
    expect(text).toMatch(/^hub_build_info\{version="[\d.]+",node="v[\d.]+",database="embedded"\} 1$/m);
    expect(text).toMatch(/^hub_deliveries_held\{reason="no_secret"\} 0$/m);
    expect(text).toMatch(/^hub_ready\{check="database"\} 1$/m);
  });
});
