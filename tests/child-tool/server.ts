import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createSocketServer } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { App } from "./app";

function toRequest(incoming: IncomingMessage, baseUrl: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers.set(name, String(value));
  const { method = "GET" } = incoming;
  if (method === "GET" || method === "HEAD")
    return new Request(new URL(incoming.url ?? "/", baseUrl), { method, headers });
  const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
  const init = { method, headers, body, duplex: "half" };
  return new Request(new URL(incoming.url ?? "/", baseUrl), init);
}

async function answer(app: App, incoming: IncomingMessage, outgoing: ServerResponse, baseUrl: string): Promise<void> {
  const response = await app(toRequest(incoming, baseUrl));
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) if (name !== "set-cookie") outgoing.setHeader(name, value);
  outgoing.setHeader("set-cookie", response.headers.getSetCookie());
  // An unread body must not be parsed as the next request.
  if (!incoming.complete) outgoing.setHeader("connection", "close");
  if (response.body && incoming.method !== "HEAD")
    await pipeline(Readable.fromWeb(response.body as NodeReadableStream), outgoing);
  else outgoing.end();
}

/** An HTTP server for the app. Unexpected errors answer 500 without details. */
export function createStudioServer(
  app: Promise<App> | App,
  baseUrl: () => string,
  report: (error: unknown) => void,
): Server {
  return createServer(async (incoming, outgoing) => {
    try {
      await answer(await app, incoming, outgoing, baseUrl());
    } catch (error) {
      if (outgoing.destroyed) return;
      report(error);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500, { "content-type": "text/plain" }).end("Internal error.");
    }
  });
}

/**
 * Listens on 127.0.0.1 and, if available, ::1, because `localhost` can mean either. Port 0 picks a free one.
 * @throws errors of node:net, such as `EADDRINUSE`
 */
export async function listenOn(server: Server, port: number): Promise<void> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  // An HTTP server listens on one address, so connections to the other are passed to it.
  const other = createSocketServer((socket) => server.emit("connection", socket));
  server.once("close", () => other.close());
  other.listen((server.address() as AddressInfo).port, "::1");
  await once(other, "listening").catch((error: NodeJS.ErrnoException) => {
    if (["EADDRNOTAVAIL", "EAFNOSUPPORT"].includes(error.code ?? "")) return;
    server.close();
    throw error;
  });
}
