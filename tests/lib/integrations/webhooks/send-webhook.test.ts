import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from "node:http";
import { createServer as createTcpServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { isDelivered } from "@/lib/integrations/webhooks/send-result";
import { sendWebhook, type WebhookRequest } from "@/lib/integrations/webhooks/send-webhook";
import { hasIpv6 } from "../../../support/has-ipv6";
import { type Listening, listen } from "../../../support/listen";
import { LONG_TIMEOUTS } from "../../../support/timeouts";

const servers: Listening[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serveHttp(listener: RequestListener, host?: string): Promise<Listening> {
  const server = await listen(createHttpServer(listener), host);
  servers.push(server);
  return server;
}

/** The test answers each connection's first bytes. */
async function serveTcp(onRequest: (socket: Socket) => void): Promise<Listening> {
  const server = await listen(createTcpServer((socket) => socket.once("data", () => onRequest(socket))));
  servers.push(server);
  return server;
}

const post = (port: number, more: Partial<WebhookRequest> = {}) =>
  sendWebhook({
    url: `http://127.0.0.1:${port}/hook?x=1`,
    headers: { "X-Hub-Event": "identity.updated" },
    body: "{}",
    policy: { allowLoopback: true, readableLoopbackPort: "any" },
    timeouts: LONG_TIMEOUTS,
    ...more,
  });

const raw = (head: string, body = "") => `HTTP/1.1 ${head}\r\n\r\n${body}`;

describe("what is sent", () => {
  it("posts the exact bytes with the given headers, their length and the URL's host", async () => {
    const body = Buffer.from('{"name":"Zoë","n":"\\u0000"}');
    const seen: { request: IncomingMessage; body: Buffer }[] = [];
    const server = await serveHttp((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        seen.push({ request, body: Buffer.concat(chunks) });
        response.writeHead(204).end();
      });
    });
    const result = await post(server.port, { body });
    expect(result).toEqual({
      status: 204,
      errorClass: null,
      durationMs: expect.any(Number),
      responseExcerpt: "",
      retryAfterSeconds: null,
    });
    expect(seen[0]?.body).toEqual(body);
    expect(seen[0]?.request).toMatchObject({ method: "POST", url: "/hook?x=1" });
    expect(seen[0]?.request.headers).toEqual({
      "x-hub-event": "identity.updated",
      host: `127.0.0.1:${server.port}`,
      "content-length": String(body.length),
      "accept-encoding": "identity",
      connection: "keep-alive",
    });
  });

  it.each([["localhost", "127.0.0.1"], ...(hasIpv6 ? [["[::1]", "::1"]] : [])])(
    "reaches http://%s under the loopback exception",
    async (host, address) => {
      const server = await serveHttp((_, response) => response.end("ok"), address);
      const result = await post(0, { url: `http://${host}:${server.port}/` });
      expect(result).toMatchObject({ status: 200, errorClass: null, responseExcerpt: "ok" });
    },
  );
});

describe("what counts as delivered", () => {
  it.each([
    [200, true],
    [202, true],
    [299, true],
    [300, false],
    [404, false],
    [410, false],
    [500, false],
  ])("%i: %s", async (status, delivered) => {
    const server = await serveHttp((_, response) => response.writeHead(status).end("answer"));
    const result = await post(server.port);
    expect(result).toMatchObject({ status, errorClass: null, responseExcerpt: "answer" });
    expect(isDelivered(result)).toBe(delivered);
  });

  it.each([301, 302, 303, 307, 308])("does not follow a %i", async (status) => {
    const followed: string[] = [];
    const target = await serveHttp((request, response) => {
      followed.push(request.url ?? "");
      response.end();
    });
    const server = await serveHttp((_, response) =>
      response.writeHead(status, { Location: `http://127.0.0.1:${target.port}/` }).end(),
    );
    expect(await post(server.port)).toMatchObject({ status, errorClass: null });
    expect(followed).toEqual([]);
  });
});

describe("misbehaving responses", () => {
  it("doesn't decompress a gzip bomb", async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    const server = await serveHttp((_, response) => response.writeHead(200, { "Content-Encoding": "gzip" }).end(bomb));
    const result = await post(server.port);
    expect(result).toMatchObject({ status: 200, errorClass: null });
    expect(result.responseExcerpt.startsWith("\u001f\ufffd")).toBe(true);
  });

  it("stops reading a 100 MB response after 16 KB and hangs up", async () => {
    const total = 100 * 1024 * 1024;
    let sent = 0;
    let hungUp: Promise<void> | undefined;
    const server = await serveHttp((_, response) => {
      hungUp = new Promise((resolve) => response.on("close", () => resolve()));
      response.writeHead(200, { "Content-Length": total });
      const chunk = Buffer.alloc(64 * 1024, "a");
      const pump = () => {
        while (sent < total && !response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) break;
        }
      };
      response.on("drain", pump);
      pump();
    });
    const result = await post(server.port);
    await hungUp;
    expect(result).toMatchObject({ status: 200, errorClass: null, responseExcerpt: "a".repeat(1024) });
    expect(isDelivered(result)).toBe(true);
    expect(sent).toBeLessThan(total / 4);
  });

  it("times out a receiver that never answers", async () => {
    const server = await serveTcp(() => undefined);
    const result = await post(server.port, { timeouts: { totalMs: 120 } });
    expect(result).toMatchObject({ status: null, errorClass: "timeout", responseExcerpt: "" });
    expect(result.durationMs).toBeGreaterThanOrEqual(110);
  });

  it("times out a trickling response and doesn't count it as delivered", async () => {
    const server = await serveTcp((socket) => {
      socket.write(raw("200 OK\r\nContent-Length: 100000"));
      let dripped = 0;
      const drip = setInterval(() => {
        socket.write("x");
        dripped += 1;
        // Each drop takes a turn of the event loop, so the first ones have been read.
        if (dripped === 10) vi.advanceTimersByTime(1_000);
      }, 10);
      socket.on("close", () => clearInterval(drip));
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const result = await post(server.port, { timeouts: { ...LONG_TIMEOUTS, totalMs: 1_000 } });
    expect(result).toMatchObject({
      status: 200,
      errorClass: "timeout",
      responseExcerpt: expect.stringMatching(/^x+$/),
    });
    expect(isDelivered(result)).toBe(false);
  });

  it("times out trickling headers", async () => {
    const server = await serveTcp((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const drip = setInterval(() => socket.write("X-A: b\r\n"), 10);
      socket.on("close", () => clearInterval(drip));
    });
    expect(await post(server.port, { timeouts: { totalMs: 200 } })).toMatchObject({
      status: null,
      errorClass: "timeout",
    });
  });

  it.each([
    ["resets in the middle of the body", (socket: Socket) => socket.resetAndDestroy()],
    ["hangs up in the middle of the body", (socket: Socket) => socket.end()],
  ])("reports a receiver that %s as reset, with the partial response", async (_, leave) => {
    const server = await serveTcp((socket) => {
      socket.write(raw("200 OK\r\nContent-Length: 1000", "half"), () => setImmediate(leave, socket));
    });
    const result = await post(server.port);
    expect(result).toMatchObject({ status: 200, errorClass: "reset" });
    expect(isDelivered(result)).toBe(false);
  });

  it.each([
    ["resets", (socket: Socket) => socket.resetAndDestroy()],
    ["hangs up", (socket: Socket) => socket.end()],
  ])("reports a receiver that %s without an answer as reset", async (_, leave) => {
    const server = await serveTcp(leave);
    expect(await post(server.port)).toMatchObject({ status: null, errorClass: "reset" });
  });

  it.each([
    ["another protocol", "SSH-2.0-OpenSSH_9.2\r\n"],
    ["binary noise", "\u0000\u0001\u0002\u0003\u0004"],
    ["1 MB of headers", `HTTP/1.1 200 OK\r\n${`X-Flood: ${"a".repeat(1000)}\r\n`.repeat(1000)}\r\n`],
    ["a thousand early hints", raw("103 Early Hints").repeat(1000)],
    ["a switch of protocols", raw("101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket")],
    ["a length that isn't a number", raw("200 OK\r\nContent-Length: many")],
    ["both a length and chunks", raw("200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked", "0\r\n\r\n")],
  ])("reports %s as a protocol error", async (_, answer) => {
    const server = await serveTcp((socket) => socket.end(answer));
    expect(await post(server.port)).toMatchObject({ errorClass: "protocol" });
  });

  it("reports broken chunk framing as a protocol error", async () => {
    const server = await serveTcp((socket) => socket.end(raw("200 OK\r\nTransfer-Encoding: chunked", "zz\r\n")));
    expect(await post(server.port)).toMatchObject({ status: 200, errorClass: "protocol" });
  });

  it("ignores a few informational responses", async () => {
    const server = await serveTcp((socket) =>
      socket.end(raw("100 Continue") + raw("103 Early Hints") + raw("200 OK\r\nContent-Length: 2", "ok")),
    );
    expect(await post(server.port)).toMatchObject({ status: 200, errorClass: null, responseExcerpt: "ok" });
  });

  it("reads a response that ends with the connection", async () => {
    const server = await serveTcp((socket) => socket.end("HTTP/1.0 200 OK\r\n\r\nold school"));
    expect(await post(server.port)).toMatchObject({ status: 200, errorClass: null, responseExcerpt: "old school" });
  });
});

describe("the excerpt", () => {
  const excerptOf = async (body: Buffer) => {
    const server = await serveHttp((_, response) => response.end(body));
    return (await post(server.port)).responseExcerpt;
  };

  it("replaces NUL and invalid UTF-8, including encoded surrogates", async () => {
    expect(await excerptOf(Buffer.from("a\u0000b"))).toBe("a\ufffdb");
    expect(await excerptOf(Buffer.from([0x61, 0xff, 0x62]))).toBe("a\ufffdb");
    expect((await excerptOf(Buffer.from([0xed, 0xa0, 0x80]))).isWellFormed()).toBe(true);
    expect(await excerptOf(Buffer.from("Zo\u00eb".slice(0, 3)).subarray(0, 3))).toBe("Zo\ufffd");
  });

  it("keeps at most 1 KB and never half a character", async () => {
    expect(await excerptOf(Buffer.from("a".repeat(1024)))).toBe("a".repeat(1024));
    expect(await excerptOf(Buffer.from("a".repeat(5000)))).toBe("a".repeat(1024));
    expect(await excerptOf(Buffer.from(`${"a".repeat(1023)}ë`))).toBe("a".repeat(1023));
    expect(await excerptOf(Buffer.alloc(5000, 0xff))).toHaveLength(1024);
  });
});

describe("Retry-After", () => {
  const retryAfter = async (headers: string, now?: Date) => {
    const server = await serveTcp((socket) => socket.end(raw(`503 Busy\r\nContent-Length: 0\r\n${headers}`)));
    return (await post(server.port, { now })).retryAfterSeconds;
  };
  const date = "Date: Sun, 06 Nov 1994 08:49:00 GMT";

  it.each([
    ["Retry-After: 120", 120],
    ["Retry-After: 0", 1],
    ["Retry-After: 99999999999999999999999", 1e23],
    ["Retry-After: -5", 1],
    ["Retry-After: 1.5", 1],
    ["Retry-After: soon", 1],
    ["Retry-After: 2026", 2026],
    ["X-Other: 1", null],
    [`${date}\r\nRetry-After: Sun, 06 Nov 1994 08:49:37 GMT`, 37],
    [`${date}\r\nRetry-After: Sunday, 06-Nov-94 08:49:37 GMT`, 37],
    [`${date}\r\nRetry-After: Sun Nov  6 08:49:37 1994`, 37],
    [`${date}\r\nRetry-After: Sun, 06 Nov 1994 08:00:00 GMT`, 1],
    [`${date}\r\nRetry-After: Sun, 99 Nov 1994 08:00:00 GMT`, 1],
    ["Retry-After: Sun, 06 Nov 1994 08:49:37 GMT", 1],
  ])("reads %j as %j seconds", async (headers, seconds) => {
    expect(await retryAfter(headers)).toBe(seconds);
  });

  it("compares a date with the given time if the response has no Date", async () => {
    const now = new Date("1994-11-06T08:49:30.500Z");
    expect(await retryAfter("Retry-After: Sun, 06 Nov 1994 08:49:37 GMT", now)).toBe(7);
  });
});

describe("giving up", () => {
  it("reports a closed port as refused", async () => {
    const server = await serveTcp(() => undefined);
    await server.close();
    servers.pop();
    expect(await post(server.port)).toMatchObject({ status: null, errorClass: "refused" });
  });

  it("stops at the caller's signal, before or while sending", async () => {
    const early = AbortSignal.abort();
    const server = await serveHttp((_, response) => response.end());
    expect(await post(server.port, { signal: early })).toMatchObject({ status: null, errorClass: "aborted" });
    const controller = new AbortController();
    const hanging = await serveTcp(() => controller.abort());
    expect(await post(hanging.port, { signal: controller.signal })).toMatchObject({ errorClass: "aborted" });
  });

  it("closes the connection whatever the outcome", async () => {
    const hanging = await serveTcp(() => undefined);
    await post(hanging.port, { timeouts: { totalMs: 50 } });
    await expect.poll(() => hanging.sockets.size).toBe(0);
  });
});
