import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createServer } from "node:http";
import { context, diag, propagation, SpanStatusCode, trace } from "@opentelemetry/api";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { rowsOf } from "@/db/client";
import { observeStatements } from "@/db/observe-statements";
import { sendWebhook } from "@/lib/integrations/webhooks/send-webhook";
import { log } from "@/lib/platform/log";
import { inSpan } from "@/lib/platform/tracing";
import { startTracing, stopTracing } from "@/lib/server/instrumentation-node";
import { createListener } from "@/lib/server/listener";
import { type Collector, startCollector } from "../../support/collector";
import { configure, withoutLimits } from "../../support/configure";
import { listen } from "../../support/listen";
import { createReceiver } from "../../support/receiver";
import { createWorld } from "../../support/world";

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";
const TOKEN = "brand-studio-token-for-tests-0123456789abcdef";

let collector: Collector;

async function traced(values: Record<string, string> = {}): Promise<void> {
  configure({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=acme",
    OTEL_SERVICE_NAME: "hub-under-test",
    ...values,
  });
  await startTracing();
}

beforeEach(async () => {
  collector = await startCollector();
});
afterEach(async () => {
  await stopTracing();
  for (const api of [trace, context, propagation, diag]) api.disable();
  configure({ OTEL_EXPORTER_OTLP_ENDPOINT: "", OTEL_TRACES_SAMPLER: "", OTEL_SDK_DISABLED: "" });
  await collector.close();
});

const attributesOf = (name: string) => {
  const span = collector.spans().find((one) => one.name === name);
  return Object.fromEntries(
    (span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  );
};

describe("a hub with tracing", () => {
  it("continues the caller's trace through operation and statements, without request data", {
    tags: ["full"],
  }, async () => {
    withoutLimits();
    const world = await createWorld();
    observeStatements(world.db);
    await traced();
    const hub = await listen(createServer(createListener(async () => {})));
    const path = `/api/public/v1/brand/by-id/${world.brands.own.id}/bundle?since=0`;
    const headers = {
      authorization: `Bearer ${TOKEN}`,
      "x-tool-slug": "brand-studio",
      traceparent: `00-${TRACE_ID}-${PARENT}-01`,
    };
    const answer = await fetch(`http://127.0.0.1:${hub.port}${path}`, { headers });
    expect(answer.status).toBe(200);
    const bundle = await answer.text();
    await hub.close();
    await stopTracing();
    await world.close();

    const spans = collector.spans();
    const operation = spans.find(({ name }) => name === "readBundle");
    expect(operation).toMatchObject({ traceId: TRACE_ID, parentSpanId: PARENT });
    expect(attributesOf("readBundle")).toMatchObject({
      "http.request.method": "GET",
      "http.response.status_code": 200,
      "hub.credential": "tool",
      "hub.request_id": answer.headers.get("x-request-id"),
    });
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === operation?.spanId);
    expect(statements.length).toBeGreaterThan(0);
    for (const { name, traceId } of statements)
      expect([/^(select|with|update|insert) /.test(name), traceId]).toEqual([true, TRACE_ID]);

    const sent = collector.bodies.join("\n");
    expect(sent).not.toContain(TOKEN);
    expect(sent).not.toContain(world.brands.own.id);
    for (const [url] of bundle.matchAll(/signature=[\w-]+/g)) expect(sent).not.toContain(url);
    expect(collector.resource()).toMatchObject({ "service.name": "hub-under-test", "service.version": "1.0.0" });
    expect(collector.headers.every((one) => one["x-tenant"] === "acme")).toBe(true);
  });

  it("keeps the content of checks out of traces, logs and tables", { tags: ["full"] }, async () => {
    withoutLimits();
    const world = await createWorld();
    observeStatements(world.db);
    await traced();
    const { level } = log;
    log.level = "trace";
    const written = vi.spyOn(fs, "write");
    const hub = await listen(createServer(createListener(async () => {})));
    const brandId = world.brands.own.id;
    const post = async (path: string, body: unknown) => {
      const headers = {
        ...{ authorization: `Bearer ${TOKEN}`, "x-tool-slug": "brand-studio", "content-type": "application/json" },
        accept: "application/json, text/event-stream",
      };
      const init = { method: "POST", headers, body: JSON.stringify(body) };
      return (await fetch(`http://127.0.0.1:${hub.port}${path}`, init)).text();
    };
    const byApi = (content: string) =>
      post(`/api/public/v1/brand/by-id/${brandId}/check`, { content, media_type: "text/css" });
    const byAgent = (content: string) =>
      post("/mcp", {
        ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
        params: { name: "check_content", arguments: { brand_id: brandId, content, media_type: "text/css" } },
      });
    const rule = "a { font-family: unlikely-marker; color: #ff00ff }\n";
    for (const check of [byApi, byAgent]) {
      // Checked in this thread, and in a job.
      for (const content of [rule, `${rule}/*${"x".repeat(60_000)}*/`])
        expect(await check(content)).toContain("off-palette-color");
      expect(await check(rule.repeat(1400))).toMatch(/"bad_request"|"isError":true/);
    }
    await world.hub.services.requestLog.flush();
    const lines = () => JSON.stringify(written.mock.calls);
    await expect.poll(() => lines().match(/operation[^,]+(checkContent|mcp)/g)).toHaveLength(6);
    await hub.close();
    await stopTracing();
    expect(collector.spans().map(({ name }) => name)).toEqual(expect.arrayContaining(["checkContent", "mcp"]));
    for (const told of [collector.bodies.join("\n"), lines()]) expect(told).not.toContain("unlikely-marker");
    const named = sql`select relname as name from pg_stat_user_tables where schemaname = 'public'`;
    const tables = await rowsOf<{ name: string }>(world.db, named);
    expect(tables.map(({ name }) => name)).toContain("api_requests");
    for (const { name } of tables) {
      const found = sql`select from ${sql.identifier(name)} stored where stored::text like '%unlikely-marker%'`;
      expect([name, await rowsOf(world.db, found)]).toEqual([name, []]);
    }
    written.mockRestore();
    log.level = level;
    await world.close();
  });

  it("sends receivers the trace context of webhooks, and the trace only their host", async () => {
    await traced();
    const receiver = await createReceiver();
    const url = `${receiver.url}/a-capability-leak?key=leak`;
    const result = await sendWebhook({ url, headers: {}, body: "{}", policy: { allowLoopback: true } });
    expect(result.status).toBe(200);
    await receiver.close();
    await stopTracing();
    const [delivery] = collector.spans();
    expect(receiver.received[0]?.headers.traceparent).toBe(`00-${delivery?.traceId}-${delivery?.spanId}-01`);
    expect(attributesOf("deliver webhook")).toMatchObject({
      "server.address": "127.0.0.1",
      "hub.delivery.result": "delivered",
    });
    expect(collector.bodies.join()).not.toContain("leak");
  });

  it("cleans spans of others, such as Next's own, which contain full URLs", async () => {
    await traced();
    const signed = "/files/abc?brand=b&expires=1&signature=s1gnature-leak";
    const span = trace.getTracer("next.js").startSpan(`GET ${signed}`, { attributes: { "http.target": signed } });
    span.recordException(new Error("the link /invite/t0ken-leak is spent"));
    const query = new Error("Failed query: select 1 where email = $1\nparams: ana-leak@example.com,a\n    at a leak");
    span.recordException(query);
    span.setStatus({ code: SpanStatusCode.ERROR, message: query.message });
    span.end();
    const failing = inSpan({ name: "fails", kind: "internal" }, () =>
      Promise.reject(new TypeError("what ana-leak typed")),
    );
    await expect(failing).rejects.toThrow(TypeError);
    await stopTracing();
    expect(collector.spans().map(({ name }) => name)).toEqual(["GET /files/abc", "fails"]);
    expect(attributesOf("GET /files/abc")["http.target"]).toBe("/files/abc");
    expect(attributesOf("fails")["error.type"]).toBe("TypeError");
    expect(collector.bodies.join()).not.toContain("leak");
    expect(collector.bodies.join()).toContain("tracing.isolated.test.ts");
  });

  it("uses the sampler that the environment names", async () => {
    await traced({ OTEL_TRACES_SAMPLER: "always_off" });
    await inSpan({ name: "unseen", kind: "internal" }, async () => {});
    await stopTracing();
    expect(collector.bodies).toEqual([]);
  });
});

describe("a hub without tracing", () => {
  const loads = (env: Record<string, string>) => {
    const script = `
      const { startTracing } = await import("./lib/server/instrumentation-node.ts");
      await import("./lib/api/public-api.ts");
      await startTracing();
      process.stdout.write(String(Symbol.for("opentelemetry.js.api.1") in globalThis));
      process.exit(0);`;
    const { stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
      encoding: "utf8",
      env: { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: "", ...env },
    });
    return stdout || stderr;
  };

  it("doesn't load OpenTelemetry", { tags: ["full"] }, () => {
    expect(loads({})).toBe("false");
    expect(loads({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SDK_DISABLED: "true" })).toBe("false");
    expect(loads({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })).toBe("true");
  });
});
