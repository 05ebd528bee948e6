import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ErrorEnvelope } from "@/lib/contract";
import { createHttpServer } from "@/lib/server/http-server";
import { createListener } from "@/lib/server/listener";
import { configure } from "../../support/configure";
import { type Listening, listen } from "../../support/listen";
import { type Answer, parseAnswer, sendRaw as sendRawTo } from "../../support/send-raw";
import { createWorld, type World } from "../../support/world";

const MB = 1024 * 1024;
const BIG_BODY_BYTES = 6 * MB;

let world: World;
let server: Listening;
/** Requests that reached the stand-in for Next. */
const passedOn: { url: string | undefined; peer: unknown }[] = [];
const crashes: unknown[] = [];
const noteCrash = (error: unknown) => crashes.push(error);

beforeAll(async () => {
  process.on("uncaughtException", noteCrash).on("unhandledRejection", noteCrash);
  world = await createWorld();
  const listener = createListener(async (request, response) => {
    passedOn.push({ url: request.url, peer: request.headers["x-hub-peer"] });
    response.end("page");
  });
  server = await listen(createHttpServer(listener).server);
});

afterAll(async () => {
  await server.close();
  await world.close();
  process.off("uncaughtException", noteCrash).off("unhandledRejection", noteCrash);
});

const sendRaw = (bytes: string | Buffer) => sendRawTo(server, bytes);

const get = (target: string, more = "") =>
  sendRaw(`GET ${target} HTTP/1.1\r\nHost: hub.test\r\n${more}Connection: close\r\n\r\n`);

const post = (length: string, more = "") =>
  `POST /api/public/v1/events HTTP/1.1\r\nHost: hub.test\r\nContent-Type: application/json\r\nAuthorization: Bearer ${world.tokens.childApp}\r\nX-Tool-Slug: brand-studio\r\n${length}${more}\r\n`;

function expectEnvelope(answer: Answer, status: number): void {
  expect(answer.status).toBe(status);
  ErrorEnvelope.parse(JSON.parse(answer.body));
  expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  expect(answer.headers["x-request-id"]).toBeTruthy();
  expect(answer.headers["x-powered-by"]).toBeUndefined();
}

describe("the listener's own responses", () => {
  it.each([
    "/api/public/tools",
    "/api/public",
    "/api/public/",
    "/api/public?x=1",
    "http://hub.test/api/public/nothing",
  ])("routes %s to the API", async (target) => {
    const before = passedOn.length;
    const answer = await get(target);
    expectEnvelope(answer, target === "/api/public/tools" ? 401 : 404);
    expect(passedOn.length).toBe(before);
  });

  it.each(["/", "/api/publicity", "/api/auth/session", "/files/x?public=/api/public/tools", "/API/public/tools"])(
    "passes %s on",
    async (target) => {
      expect((await get(target)).body).toContain("page");
      expect(passedOn.at(-1)?.url).toBe(target);
    },
  );

  it("overwrites the peer header with the socket's own address", async () => {
    await get("/page", "X-Hub-Peer: 203.0.113.9\r\nx-hub-peer: 203.0.113.10\r\n");
    expect(passedOn.at(-1)?.peer).toMatch(/^(::ffff:)?127\.0\.0\.1$/);
  });

  it.each(["TRACE", "PUT", "PROPFIND", "DELETE", "PURGE"])(
    "answers %s with 405, Allow and the envelope",
    async (method) => {
      const answer = await sendRaw(
        `${method} /api/public/tools HTTP/1.1\r\nHost: hub.test\r\nConnection: close\r\n\r\n`,
      );
      expectEnvelope(answer, 405);
      expect(answer.headers.allow).toBe("GET, HEAD");
    },
  );

  it("refuses TRACE and CONNECT outside the API without passing them on", async () => {
    const before = passedOn.length;
    expect((await sendRaw("TRACE / HTTP/1.1\r\nHost: hub.test\r\nConnection: close\r\n\r\n")).status).toBe(405);
    expect((await sendRaw("CONNECT hub.test:443 HTTP/1.1\r\nHost: hub.test\r\n\r\n")).status).toBe(405);
    expect(passedOn.length).toBe(before);
  });

  it("answers HEAD like GET without a body", async () => {
    const answer = await sendRaw("HEAD /api/public/tools HTTP/1.1\r\nHost: hub.test\r\nConnection: close\r\n\r\n");
    expect(answer.status).toBe(401);
    expect(answer.body).toBe("");
  });

  it("answers a request with an unknown expectation like any other", async () => {
    expectEnvelope(await get("/api/public/tools", "Expect: the unexpected\r\n"), 401);
  });

  it("serves HTTP/1.0 requests, which need no Host", async () => {
    expectEnvelope(await sendRaw("GET /api/public/tools HTTP/1.0\r\n\r\n"), 401);
  });
});

describe("a hub with an https URL", () => {
  const securityOf = async (target: string) => (await get(target)).headers["strict-transport-security"];

  it("sends HSTS with each response", async () => {
    const address = process.env.HUB_BASE_URL ?? "";
    configure({ HUB_BASE_URL: "https://hub.example.com" });
    try {
      for (const target of ["/api/public/tools", "/api/public/nothing", "/sign-in", "/files/x"]) {
        expect(await securityOf(target), target).toBe("max-age=31536000");
      }
    } finally {
      configure({ HUB_BASE_URL: address });
    }
  });

  it("is the only one to do so, because HSTS over http would lock browsers out", async () => {
    for (const target of ["/api/public/tools", "/sign-in"]) expect(await securityOf(target)).toBeUndefined();
  });
});

describe("a malformed request", () => {
  it.each([
    ["an invalid Host", "GET /api/public/tools HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n", 400],
    ["a backslash in the path", "GET /api/public/v1\\x HTTP/1.1\r\nHost: hub.test\r\nConnection: close\r\n\r\n", 400],
    ["an invalid request line", "what is this\r\n\r\n", 400],
    ["an unknown version", "GET / HTTP/9.9\r\n\r\n", 400],
    [
      "two lengths",
      "POST /api/public/events HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
      400,
    ],
    ["a header over 16 KB", `GET / HTTP/1.1\r\nHost: hub.test\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
  ])("%s is answered with the envelope", async (_, bytes, status) => {
    expectEnvelope(await sendRaw(bytes), status);
  });

  it.each(["/api/public/tools", "/sign-in"])(
    "refuses two Host headers for %s and ends the connection",
    async (target) => {
      const before = passedOn.length;
      const hosts = "Host: hub.test\r\nX-Between: 1\r\nhOST: other.test\r\n";
      expectEnvelope(await sendRaw(`GET ${target} HTTP/1.1\r\n${hosts}\r\n`), 400);
      expect(passedOn.length).toBe(before);
    },
  );

  it("doesn't mistake a header with the value Host for a Host header", async () => {
    expectEnvelope(await get("/api/public/tools", "X-A: Host\r\nX-B: Host\r\n"), 401);
  });

  it.each(["/api/public/%", "/api/public/%zz", "/api/public/%00", "/api/public/v1/brand/by-id/%e0%a4%a/bundle"])(
    "with the percent escape in %s is answered 404",
    async (target) => {
      const headers = `Authorization: Bearer ${world.tokens.childApp}\r\nX-Tool-Slug: brand-studio\r\n`;
      expectEnvelope(await get(target, headers), 404);
    },
  );

  it("with a body that breaks off inside a chunk is answered 400", async () => {
    const answer = await sendRaw(`${post("Transfer-Encoding: chunked\r\n")}5\r\nhello\r\nzz\r\n`);
    expectEnvelope(answer, 400);
  });
});

describe("a body that is too large", () => {
  /** Writes a body as fast as the socket accepts it, and reads only afterwards. */
  async function upload(socket: Socket, head: string, bytes: number): Promise<string> {
    socket.pause();
    socket.write(head);
    const chunk = Buffer.alloc(64 * 1024, 32);
    for (let sent = 0; sent < bytes && !socket.destroyed; sent += chunk.length) {
      if (!socket.write(chunk)) await Promise.race([once(socket, "drain"), once(socket, "close")]);
    }
    let text = "";
    socket.on("data", (data) => {
      text += data.toString();
    });
    socket.resume();
    while (!text.includes("\r\n\r\n") && !socket.destroyed) await delay(5);
    return text;
  }

  it.each([
    ["declared", `Content-Length: ${BIG_BODY_BYTES}\r\n`],
    ["not declared", "Transfer-Encoding: chunked\r\n"],
  ])("is answered while the caller still sends (%s)", async (_, length) => {
    const socket = connect(server.port, "127.0.0.1");
    socket.on("error", () => socket.destroy());
    const size = 128 * 1024;
    const opening = length.startsWith("Content") ? "" : `${size.toString(16)}\r\n`;
    socket.write(post(length) + opening + " ".repeat(size));
    const [data] = await once(socket, "data");
    expectEnvelope(parseAnswer(String(data)), 400);
    socket.destroy();
  });

  it("of 6 MB is read, so a caller that sends before it reads gets the answer", async () => {
    const socket = connect(server.port, "127.0.0.1");
    const errors: unknown[] = [];
    socket.on("error", (error) => errors.push(error));
    const text = await upload(socket, post(`Content-Length: ${BIG_BODY_BYTES}\r\n`), BIG_BODY_BYTES);
    expectEnvelope(parseAnswer(text), 400);
    expect(errors).toEqual([]);
    socket.write("GET /api/public/nothing HTTP/1.1\r\nHost: hub.test\r\n\r\n");
    const [next] = await once(socket, "data");
    expect(parseAnswer(String(next)).status).toBe(404);
    socket.destroy();
  });

  it("of 6 MB also gets its 401 if nobody reads the body", async () => {
    const socket = connect(server.port, "127.0.0.1");
    socket.on("error", () => socket.destroy());
    const head = `POST /api/public/v1/events HTTP/1.1\r\nHost: hub.test\r\nContent-Length: ${BIG_BODY_BYTES}\r\n\r\n`;
    expectEnvelope(parseAnswer(await upload(socket, head, BIG_BODY_BYTES)), 401);
    socket.destroy();
  });

  it.each([
    ["read", () => post("Content-Length: 900000000\r\n")],
    ["unread", () => "POST /api/public/events HTTP/1.1\r\nHost: hub.test\r\nContent-Length: 900000000\r\n\r\n"],
    ["a page's", () => "POST /sign-in HTTP/1.1\r\nHost: hub.test\r\nContent-Length: 900000000\r\n\r\n"],
    ["of a GET", () => "GET /api/public/tools HTTP/1.1\r\nHost: hub.test\r\nContent-Length: 900000000\r\n\r\n"],
  ])("that never ends is cut off (%s)", async (_, head) => {
    const socket = connect(server.port, "127.0.0.1");
    const closed = new Promise((done) => socket.once("close", done));
    socket.on("error", () => socket.destroy()).resume();
    socket.write(head());
    const chunk = Buffer.alloc(MB, 32);
    const body = Readable.from(Array.from({ length: 850 }, () => chunk));
    body.pipe(socket);
    await closed;
    expect(socket.bytesWritten).toBeLessThan(800 * MB);
  });
});

describe("a body that arrives too slowly", () => {
  it("is answered 400 in time, and frees its concurrency slot", async () => {
    const quick = await listen(createHttpServer(createListener(async () => {}, { bodyWithinMs: 50 })).server);
    const stall = async (length: string, opening: string) => {
      const socket = connect(quick.port, "127.0.0.1");
      socket.on("error", () => socket.destroy());
      socket.write(post(length) + opening);
      const [data] = await once(socket, "data");
      socket.destroy();
      return parseAnswer(String(data));
    };
    const opened = [
      stall("Content-Length: 50\r\n", '{"a":'),
      stall("Transfer-Encoding: chunked\r\n", '5\r\n{"a":\r\n'),
    ];
    for (const answer of await Promise.all(opened)) {
      expectEnvelope(answer, 400);
      expect(answer.body).toContain("did not arrive within");
    }
    const next = await stall("Content-Length: 50\r\n", "");
    expectEnvelope(next, 400);
    expect(next.body).toContain("did not arrive within");
    await quick.close();
  });
});

describe("clients that misbehave", () => {
  it("leave no trace when they disconnect during head, body or response", async () => {
    const attempts = [
      "GET /api/pub",
      post("Content-Length: 50\r\n"),
      `${post("Content-Length: 50\r\n")}{"a":`,
      `${post("Transfer-Encoding: chunked\r\n")}5\r\nhel`,
      post(`Content-Length: ${BIG_BODY_BYTES}\r\n`) + " ".repeat(300_000),
      "GET /api/public/v1/docs/openapi.json HTTP/1.1\r\nHost: hub.test\r\n\r\n".repeat(5),
      "GET /api/public/tools HTTP/1.1\r\nHost: hub.test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    ];
    for (const waitMs of [0, 1, 3, 10]) {
      for (const bytes of attempts) {
        const socket = connect(server.port, "127.0.0.1");
        socket.on("error", () => socket.destroy());
        socket.write(bytes);
        await delay(waitMs);
        waitMs % 2 === 0 ? socket.destroy() : socket.resetAndDestroy();
      }
    }
    expectEnvelope(await get("/api/public/nothing"), 404);
    expect(crashes).toEqual([]);
  });

  it("get responses in order when they pipeline requests", async () => {
    const requests = ["/api/public/tools", "/api/public/nothing", "/api/public/tools"].map(
      (target, index) =>
        `GET ${target} HTTP/1.1\r\nHost: hub.test\r\n${index === 2 ? "Connection: close\r\n" : ""}\r\n`,
    );
    const text = (await sendRaw(requests.join(""))).body;
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(statuses).toEqual(["404", "401"]);
  });

  it("get 408 if they don't finish their headers in time", async () => {
    const limits = {
      keepAliveTimeout: 1_000,
      headersTimeout: 50,
      requestTimeout: 100,
      connectionsCheckingInterval: 20,
    };
    const slow = await listen(createHttpServer(() => {}, limits).server);
    const socket = connect(slow.port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: hub.test\r\n");
    const [data] = await once(socket, "data");
    expectEnvelope(parseAnswer(String(data)), 408);
    await slow.close();
  });
});

describe("a connection without a remote address", () => {
  it("is one client, regardless of the address it claims", async () => {
    const folder = await mkdtemp(join(tmpdir(), "hub-listener-"));
    const path = join(folder, "socket");
    const http = createHttpServer(createListener(async () => {}));
    await once(http.server.listen(path), "listening");
    const status = async (n: number) => {
      const socket = connect(path);
      socket.write(
        `GET /api/public/tools HTTP/1.1\r\nHost: hub.test\r\nAuthorization: Bearer garbage\r\nX-Hub-Peer: 203.0.${n}.1\r\nConnection: close\r\n\r\n`,
      );
      const [data] = await once(socket, "data");
      socket.destroy();
      return parseAnswer(String(data)).status;
    };
    configure({ RATE_LIMIT_FAILED_AUTH_PER_MINUTE: 1 });
    try {
      expect([await status(1), await status(2)]).toEqual([401, 429]);
    } finally {
      configure({ RATE_LIMIT_FAILED_AUTH_PER_MINUTE: 0 });
      await http.stop(0);
      await rm(folder, { recursive: true });
    }
  });
});

describe("stopping", () => {
  it("finishes the request in flight, refuses new connections and ends idle ones", async () => {
    let answerNow = () => {};
    const http = createHttpServer((_request, response) => {
      answerNow = () => response.end("done");
    });
    const { port } = await listen(http.server);
    const idle = connect(port, "127.0.0.1");
    idle.on("error", () => idle.destroy());
    const idleEnded = once(idle, "close");
    await once(idle, "connect");
    const answer = fetch(`http://127.0.0.1:${port}/`);
    await once(http.server, "request");
    const stopped = http.stop(60_000);
    await idleEnded;
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
    answerNow();
    expect(await (await answer).text()).toBe("done");
    await stopped;
  });

  it("closes a request that outlasts the grace period", async () => {
    const http = createHttpServer(() => {});
    const { port } = await listen(http.server);
    const answer = fetch(`http://127.0.0.1:${port}/`).then(
      () => "answered",
      () => "ended",
    );
    await once(http.server, "request");
    await http.stop(100);
    expect(await answer).toBe("ended");
  });
});
