import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import type { z } from "zod";
import type { ErrorEnvelope } from "@/lib/contract";
import { limitDrain } from "./take-body";

const LIMITS = {
  /**
   * Longer than the idle timeout of common load balancers (60 s), so they never send to a connection that just
   * closed.
   */
  keepAliveTimeout: 65_000,
  headersTimeout: 10_000,
  /** A backstop: bodies have their own limits, which allow the largest upload 21 minutes. */
  requestTimeout: 30 * 60_000,
  connectionsCheckingInterval: 5_000,
};

const STATUS_OF: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Node's own errors, in the contract's envelope. */
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

/** How long a connection stays open for a request that may be on its way. */
const LINGER_MS = 250;

/**
 * An open connection. Per-request state is a field here, because a map with changing entries would keep each until a
 * major garbage collection.
 */
interface Connection {
  answering: ServerResponse | null;
  /** Bytes received when it last became idle. */
  idleAtBytes: number;
}

export interface HttpServer {
  server: Server;
  /** Adds `Connection: close` to each response from now on. */
  announceClosing(): void;
  /** Stops accepting connections, answers requests in flight for at most `graceMs`, then closes the rest. */
  stop(graceMs: number): Promise<void>;
}

/** An HTTP server that slow or broken clients can't block: they get 400, 408 or 431 and are disconnected. */
export function createHttpServer(listener: RequestListener, limits = LIMITS): HttpServer {
  const connections = new Map<Socket, Connection>();
  let closing = false;
  let stopping = false;

  /**
   * A client may send a request before it learns that the connection closes. Closes it only if it stayed idle and no
   * request has begun.
   */
  const closeIfIdle = (socket: Socket, connection: Connection) => {
    setTimeout(() => {
      if (socket.destroyed || connection.answering || socket.bytesRead !== connection.idleAtBytes) return;
      socket.end(() => setTimeout(() => socket.destroy(), LINGER_MS));
    }, LINGER_MS);
  };

  // The listener answers requests without Host, with the envelope.
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
  // Node would answer an unknown expectation with a bare 417; ignoring it is allowed (RFC 9110, 10.1.1).
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("connect", (_request, socket) => socket.end(refusal(405)));

  return {
    server,
    announceClosing() {
      closing = true;
    },
    async stop(graceMs) {
      closing = stopping = true;
      const closed = once(server, "close");
      // `http.Server.close` also destroys idle connections at once, with requests that are on their way.
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
