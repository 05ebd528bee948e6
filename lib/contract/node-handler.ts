// SPDX-License-Identifier: MIT
import { readBytes, saysTooLong } from "./read-bytes.js";
import { MAX_WEBHOOK_BYTES } from "./webhook-handler.js";

/** What of `http.IncomingMessage` is used. */
export interface NodeRequest {
  method?: string | undefined;
  url?: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array>;
}

/** What of `http.ServerResponse` is used. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string | string[]>): unknown;
  end(body: Uint8Array): unknown;
}

export interface NodeHandlerOptions {
  /** Longest body that is read, in bytes. */
  limitBytes?: number;
  /** What the handler threw; it is answered 500. */
  onError?: (error: unknown) => void;
}

function headersOf({ headers }: NodeRequest): Headers {
  const found = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) found.set(name, Array.isArray(value) ? value.join(", ") : value);
  return found;
}

/**
 * Has a handler of the web's `Request` and `Response` answer Node's `http`: `createServer(nodeHandler(webhooks))`, or a route of Express. It reads the body
 * itself, as the raw bytes that are signed: mount it before any body parser. One that is too long is answered 413 and not read to its end.
 */
export function nodeHandler(
  handler: (request: Request) => Promise<Response>,
  { limitBytes = MAX_WEBHOOK_BYTES, onError }: NodeHandlerOptions = {},
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  const toResponse = async (request: NodeRequest): Promise<Response> => {
    const headers = headersOf(request);
    const { method = "GET" } = request;
    const tooLong = () => new Response("The body is too long.", { status: 413, headers: { connection: "close" } });
    if (saysTooLong(headers.get("content-length"), limitBytes)) return tooLong();
    // By hand, since leaving a loop over it would break off the connection before the answer.
    const chunks = request[Symbol.asyncIterator]();
    const body = await readBytes(() => chunks.next(), limitBytes);
    if (!body) return tooLong();
    if (body.length === 0 && Number(headers.get("content-length") ?? 0) > 0)
      throw new Error("The body was read already: mount this before any body parser.");
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
      return new Response("Something unexpected failed.", { status: 500, headers: { connection: "close" } });
    });
    const headers: Record<string, string | string[]> = Object.fromEntries(answer.headers);
    const cookies = answer.headers.getSetCookie();
    if (cookies.length > 0) headers["set-cookie"] = cookies;
    response.writeHead(answer.status, headers);
    response.end(new Uint8Array(await answer.arrayBuffer()));
  };
}
