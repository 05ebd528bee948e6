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
import { within } from "@/lib/platform/timing";
import type { SpanFacts, Tracing } from "@/lib/platform/tracing";

/** A process that ends waits no longer than this for a collector. */
const FLUSH_MS = 2_000;
/** What the SDK complains of is said once in this time. */
const COMPLAINT_MS = 60_000;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/** Next notes the whole target of a request: its query may be a signature, and more. */
const clean = (text: string): string => withoutSecrets(text.replace(/\?[^\s"']*/g, ""));

function cleanAttributes(attributes: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(attributes))
    if (typeof value === "string") attributes[name] = clean(value);
}

/** Of an exception its class and its place alone: messages may hold what people sent, and those of statements hold all their values. */
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

/** Takes out of each span what no trace may show, whoever made it, before it is sent. */
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

/** The collector's failures are told, but not each of them. */
function tellComplaints(): void {
  let toldMs = Number.NEGATIVE_INFINITY;
  const tell = (reason: string) => {
    if (performance.now() - toldMs < COMPLAINT_MS) return;
    toldMs = performance.now();
    log.warn({ reason: reason.slice(0, 300) }, "traces could not be sent");
  };
  const ignore = () => {};
  diag.setLogger(
    { error: tell, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
}

/** Starts to send traces to the collector that the environment names, by its standard variables. */
export function startOpenTelemetry(version: string): Tracing {
  tellComplaints();
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
          // Its class alone: messages may hold what people sent.
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
    stop: () => within(FLUSH_MS, provider.shutdown()).catch(() => {}),
  };
}
