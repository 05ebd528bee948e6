// SPDX-License-Identifier: MIT
import { readBytes, saysTooLong } from "./read-bytes.js";
import { MAX_WEBHOOK_BYTES } from "./webhook-handler.js";

/** The parts of `http.IncomingMessage` that are used. */
export interface NodeRequest {
  method?: string | undefined;
  url?: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array>;
}

/** The parts of `http.ServerResponse` that are used. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string | string[]>): unknown;
  end(body: Uint8Array): unknown;
}

export interface NodeHandlerOptions {
  /** Maximum body size in bytes. Default 2 MiB. */
  limitBytes?: number;
  /** Called with what the handler threw. The response is 500. */
  onError?: (error: unknown) => void;
}

function headersOf({ headers }: NodeRequest): Headers {
  const found = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) found.set(name, Array.isArray(value) ? value.join(", ") : value);
  return found;
}

/**
 * Runs a handler of web `Request` and `Response` on Node's `http`: `createServer(nodeHandler(webhooks))`, or an
 * Express route.
 * Mount it before any body parser, because it needs the raw bytes that were signed. Longer bodies get 413.
 */
export function nodeHandler(
  handler: (request: Request) => Promise<Response>,
  { limitBytes = MAX_WEBHOOK_BYTES, onError }: NodeHandlerOptions = {},
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  const toResponse = async (request: NodeRequest): Promise<Response> => {
    const headers = headersOf(request);
    const { method = "GET" } = request;
    const tooLong = () => new Response("The body is too large.", { status: 413, headers: { connection: "close" } });
    if (saysTooLong(headers.get("content-length"), limitBytes)) return tooLong();
    // `for await` would close the connection on early exit, before the 413.
    const chunks = request[Symbol.asyncIterator]();
    const body = await readBytes(() => chunks.next(), limitBytes);
    if (!body) return tooLong();
    if (body.length === 0 && Number(headers.get("content-length") ?? 0) > 0)
      throw new Error("The body has already been read. Mount this handler before any body parser.");
    const hasBody = method !== "GET" && method !== "HEAD";
    return handler(
      new Request(new URL(request.url ?? "/", `http://${headers.get("host") ?? "localhost"}`), {
        method,
        headers,
        ...(hasBody && { body }),
      }),
    );
  };

  return async (request, response) => {
    const answer = await toResponse(request).catch((error: unknown) => {
      onError?.(error);
      return new Response("Internal error.", { status: 500, headers: { connection: "close" } });
    });
    const headers: Record<string, string | string[]> = Object.fromEntries(answer.headers);
    const cookies = answer.headers.getSetCookie();
    if (cookies.length > 0) headers["set-cookie"] = cookies;
    response.writeHead(answer.status, headers);
    response.end(new Uint8Array(await answer.arrayBuffer()));
  };
}
