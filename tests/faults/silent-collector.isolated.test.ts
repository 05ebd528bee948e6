// @module-tag full
import { context, diag, propagation, trace } from "@opentelemetry/api";
import { afterEach, describe, expect, it } from "vitest";
import { inSpan } from "@/lib/platform/tracing";
import { startTracing, stopTracing } from "@/lib/server/instrumentation-node";
import { type Collector, startCollector } from "../support/collector";
import { configure } from "../support/configure";

let collector: Collector;
afterEach(async () => {
  for (const api of [trace, context, propagation, diag]) api.disable();
  configure({ OTEL_EXPORTER_OTLP_ENDPOINT: "", OTEL_BSP_SCHEDULE_DELAY: "" });
  await collector.close();
});

describe("a trace collector that does not answer", () => {
  it.each(["silent", "away"])("slows neither work nor shutdown while it is %s", async (how) => {
    collector = await startCollector({ silent: true });
    if (how === "away") await collector.close();
    configure({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: "50" });
    await startTracing();
    const startedMs = performance.now();
    for (let turn = 0; turn < 5_000; turn += 1) await inSpan({ name: "work", kind: "internal" }, async () => {});
    await new Promise((later) => setTimeout(later, 200));
    await inSpan({ name: "work", kind: "internal" }, async () => {});
    expect(performance.now() - startedMs).toBeLessThan(5_000);
    const stoppingMs = performance.now();
    await stopTracing();
    expect(performance.now() - stoppingMs).toBeLessThan(8_000);
    if (how === "away") collector = await startCollector();
  });
});
