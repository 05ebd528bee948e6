import { createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, expect, it } from "vitest";
import { isDelivered } from "@/lib/integrations/webhooks/send-result";
import { sendWebhook } from "@/lib/integrations/webhooks/send-webhook";
import { inForm } from "../support/in-form";
import { type Listening, listen } from "../support/listen";
import { LONG_TIMEOUTS } from "../support/timeouts";

const servers: Listening[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

/** The hub's real timeouts in full runs, shorter ones otherwise. */
const TIMEOUTS = inForm({ short: { totalMs: 3_000, connectMs: 3_000 }, full: { totalMs: 10_000, connectMs: 3_000 } });
/** Delay that a busy machine may add to a timer. */
const BUSY_MS = inForm({ short: Number.POSITIVE_INFINITY, full: 4_000 });

const ok = (headers: string, body = "") => `HTTP/1.1 200 OK\r\n${headers}\r\n\r\n${body}`;

/** Writes a piece at an interval until the other side closes. */
function trickle(socket: Socket, piece: string | Buffer, everyMs: number): void {
  const timer = setInterval(() => socket.write(piece), everyMs);
  socket.on("close", () => clearInterval(timer));
}

/** Writes endlessly, as fast as the other side reads. */
function flood(socket: Socket, piece: string | Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on("drain", more);
  more();
}

const KB = "x".repeat(1_024);
const BOMB = gzipSync(Buffer.alloc(50_000_000));

/** How each receiver responds, and whether that counts as delivered. */
const KINDS: Record<string, { answer: (socket: Socket) => unknown; delivered?: boolean }> = {
  "never answers": { answer: () => {} },
  "hangs up at once": { answer: (socket) => socket.end() },
  "resets at once": { answer: (socket) => socket.resetAndDestroy() },
  "never ends its status line": { answer: (socket) => trickle(socket, "HTTP/1.1 200 ", 20) },
  "lets its headers trickle": {
    answer: (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      trickle(socket, "X-A: b\r\n", 20);
    },
  },
  "floods headers": {
    answer: (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      flood(socket, `X-Flood: ${KB}\r\n`);
    },
  },
  "sends a header of a megabyte": { answer: (socket) => socket.write(ok(`X-Long: ${KB.repeat(1_024)}`)) },
  "lets its body trickle": {
    answer: (socket) => {
      socket.write(ok("Content-Length: 100000"));
      trickle(socket, "x", 20);
    },
  },
  "floods its body": {
    answer: (socket) => {
      socket.write(ok("Transfer-Encoding: chunked"));
      flood(socket, `400\r\n${KB}\r\n`);
    },
    delivered: true,
  },
  "floods the body of an error": {
    answer: (socket) => {
      socket.write("HTTP/1.1 500 No\r\n\r\n");
      flood(socket, KB);
    },
  },
  "sends a compressed bomb": {
    answer: (socket) => {
      socket.write(ok(`Content-Encoding: gzip\r\nContent-Length: ${BOMB.length}`));
      socket.write(BOMB);
    },
    delivered: true,
  },
  "declares more than it sends, and hangs up": { answer: (socket) => socket.end(ok("Content-Length: 1000", "half")) },
  "declares more than it sends, and resets": {
    answer: (socket) => socket.write(ok("Content-Length: 1000", "half"), () => socket.resetAndDestroy()),
  },
  "declares more than it sends, and waits": { answer: (socket) => socket.write(ok("Content-Length: 1000", "half")) },
  "breaks the framing of its chunks": {
    answer: (socket) => socket.end(ok("Transfer-Encoding: chunked", "zz\r\n")),
  },
  "never ends the size of a chunk": {
    answer: (socket) => {
      socket.write(ok("Transfer-Encoding: chunked"));
      flood(socket, "0".repeat(1_024));
    },
  },
  "never ends the extension of a chunk": {
    answer: (socket) => {
      socket.write(ok("Transfer-Encoding: chunked", "1;"));
      flood(socket, KB);
    },
  },
  "declares a length that is no number": { answer: (socket) => socket.end(ok("Content-Length: many")) },
  "declares two lengths": { answer: (socket) => socket.end(ok("Content-Length: 1\r\nContent-Length: 2", "ab")) },
  "declares a length and chunks": {
    answer: (socket) => socket.end(ok("Content-Length: 1\r\nTransfer-Encoding: chunked", "0\r\n\r\n")),
  },
  "sends early hints without end": {
    answer: (socket) => flood(socket, "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"),
  },
  "switches protocols": {
    answer: (socket) =>
      socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"),
  },
  "speaks another protocol": { answer: (socket) => trickle(socket, "SSH-2.0-OpenSSH_9.2\r\n", 20) },
  "sends binary noise": { answer: (socket) => flood(socket, Buffer.alloc(1_024, 7)) },
  "redirects to itself": { answer: (socket) => socket.end("HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n") },
  "redirects to the machine's metadata": {
    answer: (socket) => socket.end("HTTP/1.1 307 Temporary\r\nLocation: http://169.254.169.254/\r\n\r\n"),
  },
  "answers twice": {
    answer: (socket) => socket.end(ok("Content-Length: 2", "ok") + ok("Content-Length: 2", "no")),
    delivered: true,
  },
  "keeps the connection that it was told to close": {
    answer: (socket) => socket.write(ok("Connection: keep-alive\r\nContent-Length: 2", "ok")),
    delivered: true,
  },
};

const post = (port: number, timeouts = TIMEOUTS) =>
  sendWebhook({
    url: `http://127.0.0.1:${port}/`,
    headers: {},
    body: "{}",
    policy: { allowLoopback: true, readableLoopbackPort: "any" },
    timeouts,
  });

it("ends every attempt in time whatever the receiver does, and counts only a complete 2xx as delivered", async () => {
  const ended = await Promise.all(
    Object.entries(KINDS).map(async ([kind, { answer, delivered = false }]) => {
      const server = createServer((socket) => {
        socket.on("error", () => {});
        socket.once("data", () => answer(socket));
      });
      const { port } = servers[servers.push(await listen(server)) - 1] as Listening;
      const before = performance.now();
      // Deliveries that should succeed get long timeouts, so a busy machine doesn't fail them.
      const result = await post(port, delivered ? inForm({ short: LONG_TIMEOUTS, full: TIMEOUTS }) : TIMEOUTS);
      return { kind, wanted: delivered, delivered: isDelivered(result), tookMs: performance.now() - before };
    }),
  );
  expect(ended.filter(({ wanted, delivered }) => wanted !== delivered)).toEqual([]);
  expect(ended.filter(({ tookMs }) => tookMs > TIMEOUTS.totalMs + BUSY_MS)).toEqual([]);
});
