import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import type { z } from "zod";
import type { ErrorEnvelope } from "@/lib/contract";
import { limitDrain } from "./limit-drain";

/** How long a client may take, in milliseconds. */
const LIMITS = {
  /** Longer than the idle time of common load balancers (60 s), so that they never meet a connection just closed. */
  keepAliveTimeout: 65_000,
  headersTimeout: 10_000,
  /** A backstop: a body has its own limits, by which the largest upload takes 21 minutes at the most. */
  requestTimeout: 30 * 60_000,
  connectionsCheckingInterval: 5_000,
};

const STATUS_OF: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** What Node answers by itself, in the contract's envelope. */
function refusal(status: number): string {
  const message = status === 400 ? "The request is malformed." : `${STATUS_CODES[status]}.`;
  const body = JSON.stringify({ error: { code: "bad_request", message } } satisfies z.input<typeof ErrorEnvelope>);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "content-type: application/json",
    "cache-control: no-store",
    "x-content-type-options: nosniff",
    ...(status === 405 ? ["allow: GET, HEAD, POST"] : []),
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${randomUUID()}`,
    "connection: close",
    `\r\n${body}`,
  ].join("\r\n");
}

/** How long a connection is left to a request that may be on its way, before it is closed. */
const LINGER_MS = 250;

/** A connection that is open. It has a place of its own for what changes with each request: a map of all, from which answers come and go, keeps each that it ever had until the oldest memory is looked through. */
interface Connection {
  /** Its newest response, while that is under way. */
  answering: ServerResponse | null;
  /** What it had sent when it last became idle. */
  idleAtBytes: number;
}

export interface HttpServer {
  server: Server;
  /** Goes on as before, but has each answer say that its connection ends with it. */
  tellClosing(): void;
  /** Takes no new connections, answers what is on its way or in flight for at most `graceMs`, then ends whatever is left. */
  stop(graceMs: number): Promise<void>;
}

/** An HTTP server that a slow or broken client can neither hold up nor silence: it gets 400, 408 or 431 and let go. */
export function createHttpServer(listener: RequestListener, limits = LIMITS): HttpServer {
  const connections = new Map<Socket, Connection>();
  let closing = false;
  let stopping = false;

  /** A client may have sent a request before it hears that the connection ends: what was idle all the while, and has begun none, is closed. */
  const closeIfIdle = (socket: Socket, connection: Connection) => {
    setTimeout(() => {
      if (socket.destroyed || connection.answering || socket.bytesRead !== connection.idleAtBytes) return;
      socket.end(() => setTimeout(() => socket.destroy(), LINGER_MS));
    }, LINGER_MS);
  };

  // A request without Host is answered by the listener, with the envelope.
  const server = createServer({ ...limits, requireHostHeader: false }, (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (connection) {
      connection.answering = response;
      response.on("close", () => {
        if (connection.answering !== response) return;
        connection.answering = null;
        connection.idleAtBytes = socket.bytesRead;
        if (stopping) closeIfIdle(socket, connection);
      });
    }
    if (closing) response.setHeader("connection", "close");
    limitDrain(request, response);
    listener(request, response);
  });
  server.on("connection", (socket: Socket) => {
    const connection: Connection = { answering: null, idleAtBytes: socket.bytesRead };
    connections.set(socket, connection);
    socket.once("close", () => connections.delete(socket));
    if (stopping) closeIfIdle(socket, connection);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const tooLate = connections.get(socket as Socket)?.answering?.headersSent ?? false;
    if (error.code === "ECONNRESET" || !socket.writable || tooLate) socket.destroy();
    else socket.end(refusal(STATUS_OF[error.code ?? ""] ?? 400), () => socket.destroy());
  });
  // Node would answer an expectation it does not know with a bare 417; ignoring it is allowed too (RFC 9110, 10.1.1).
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("connect", (_request, socket) => socket.end(refusal(405)));

  return {
    server,
    tellClosing() {
      closing = true;
    },
    async stop(graceMs) {
      closing = stopping = true;
      const closed = once(server, "close");
      // Not its own `close`, which also destroys each idle connection at once, and with it a request that is on its way.
      NetServer.prototype.close.call(server);
      for (const [socket, connection] of connections) closeIfIdle(socket, connection);
      const timer = setTimeout(() => {
        for (const socket of connections.keys()) socket.destroy();
      }, graceMs);
      await closed;
      clearTimeout(timer);
    },
  };
}
