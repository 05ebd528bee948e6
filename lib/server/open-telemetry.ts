import {
  type Context,
  context,
  DiagLogLevel,
  diag,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanProcessor,
} from "@opentelemetry/sdk-trace-node";
import { log } from "@/lib/platform/log";
import { withoutSecrets } from "@/lib/platform/redact";
import { withTimeout } from "@/lib/platform/timing";
import type { SpanFacts, Tracing } from "@/lib/platform/tracing";

const FLUSH_MS = 2_000;
/** The SDK's errors are logged once in this time. */
const ERROR_INTERVAL_MS = 60_000;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/** Next records whole request targets, whose query may contain a signature. */
const clean = (text: string): string => withoutSecrets(text.replace(/\?[^\s"']*/g, ""));

function cleanAttributes(attributes: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(attributes))
    if (typeof value === "string") attributes[name] = clean(value);
}

/** Keeps an exception's class and stack only: messages may contain input, and those of statements all values. */
function withoutMessage(attributes: Record<string, unknown>): Record<string, unknown> {
  delete attributes["exception.message"];
  const { "exception.stacktrace": stack } = attributes;
  if (typeof stack === "string")
    attributes["exception.stacktrace"] = stack
      .split("\n")
      .filter((line) => /^\s+at .+:\d+:\d+\)?$/.test(line))
      .join("\n");
  return attributes;
}

const cleaning: SpanProcessor = {
  onStart() {},
  onEnd(span: ReadableSpan) {
    const written = span as { name: string; status: { message?: string } };
    written.name = clean(span.name);
    cleanAttributes(span.attributes);
    for (const { attributes } of span.events) if (attributes) cleanAttributes(withoutMessage(attributes));
    delete written.status.message;
  },
  forceFlush: async () => {},
  shutdown: async () => {},
};

function logSdkErrors(): void {
  let toldMs = Number.NEGATIVE_INFINITY;
  const tell = (reason: string) => {
    if (performance.now() - toldMs < ERROR_INTERVAL_MS) return;
    toldMs = performance.now();
    log.warn({ reason: reason.slice(0, 300) }, "traces could not be sent");
  };
  const ignore = () => {};
  diag.setLogger(
    { error: tell, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
}

/** Starts sending traces to the collector in the environment's standard variables. */
export function startOpenTelemetry(version: string): Tracing {
  logSdkErrors();
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": "brand-identity-hub", "service.version": version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [cleaning, new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  const tracer = trace.getTracer("brand-identity-hub", version);
  const parentOf = ({ headers }: SpanFacts): Context => {
    const active = context.active();
    if (!headers || trace.getSpan(active)) return active;
    const carrier = Object.fromEntries(
      ["traceparent", "tracestate"].map((name) => [name, headers.get(name) ?? undefined]),
    );
    return propagation.extract(ROOT_CONTEXT, carrier);
  };
  return {
    inSpan(facts, run) {
      const { name, kind, attributes } = facts;
      return tracer.startActiveSpan(name, { kind: KINDS[kind], attributes }, parentOf(facts), async (span) => {
        try {
          return await run((more) => void span.setAttributes(more));
        } catch (error) {
          // Only the class: messages may contain input.
          span.setStatus({ code: SpanStatusCode.ERROR });
          span.setAttribute("error.type", error instanceof Error ? error.constructor.name : "unknown");
          throw error;
        } finally {
          span.end();
        }
      });
    },
    headers() {
      const carrier: Record<string, string> = {};
      propagation.inject(context.active(), carrier);
      return carrier;
    },
    stop: () => withTimeout(FLUSH_MS, provider.shutdown()).catch(() => {}),
  };
}
