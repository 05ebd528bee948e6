import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "./listen";

/** A span in OTLP JSON. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  events: unknown[];
}

export interface Collector {
  url: string;
  bodies: string[];
  headers: IncomingHttpHeaders[];
  spans(): CollectedSpan[];
  /** Resource attributes of the latest request. */
  resource(): Record<string, string | undefined>;
  close(): Promise<void>;
}

/** An OpenTelemetry trace collector over HTTP and JSON. A silent one accepts requests and never responds. */
export async function startCollector({ silent = false } = {}): Promise<Collector> {
  const bodies: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer(async (request, response) => {
    headers.push(request.headers);
    bodies.push(await text(request));
    if (!silent) response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  const { port, close } = await listen(server);
  const resourceSpans = () => bodies.flatMap((body) => JSON.parse(body).resourceSpans);
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    headers,
    spans: () =>
      resourceSpans().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }: { spans: CollectedSpan[] }) => spans)),
    resource: () =>
      Object.fromEntries(
        resourceSpans()
          .at(-1)
          .resource.attributes.map(({ key, value }: CollectedSpan["attributes"][number]) => [key, value.stringValue]),
      ),
    close,
  };
}
