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
  // A body that was not read to its end must not be taken for the next request.
  if (!incoming.complete) outgoing.setHeader("connection", "close");
  if (response.body && incoming.method !== "HEAD")
    await pipeline(Readable.fromWeb(response.body as NodeReadableStream), outgoing);
  else outgoing.end();
}

/** A node:http server around the app. An unexpected failure is a 500 that says nothing of its cause. */
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
      else outgoing.writeHead(500, { "content-type": "text/plain" }).end("Something unexpected failed.");
    }
  });
}

/**
 * Starts listening on the port of this machine alone, by either of its addresses, as `localhost` may mean any; 0 takes a free one. A system
 * without IPv6 is reached by the other. @throws the error of node:net, `EADDRINUSE` among them
 */
export async function listenOn(server: Server, port: number): Promise<void> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  // An HTTP server listens in one place alone: what connects to the other address is handed to it, and ends with it.
  const other = createSocketServer((socket) => server.emit("connection", socket));
  server.once("close", () => other.close());
  other.listen((server.address() as AddressInfo).port, "::1");
  await once(other, "listening").catch((error: NodeJS.ErrnoException) => {
    if (["EADDRNOTAVAIL", "EAFNOSUPPORT"].includes(error.code ?? "")) return;
    server.close();
    throw error;
  });
}
