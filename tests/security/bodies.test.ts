import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { IncomingMessage, ServerResponse } from "node:http";
import { connect, Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ErrorEnvelope } from "@/lib/contract";
import { createHttpServer } from "@/lib/server/http-server";
import { createListener } from "@/lib/server/listener";
import { anonymousBodies, BytesInFlight, isUpload, knownBodies, takeBody } from "@/lib/server/take-body";
import { configure } from "../support/configure";
import { type Listening, listen } from "../support/listen";
import { parseAnswer } from "../support/send-raw";
import { createWorld, type World } from "../support/world";

const KB = 1024;
const MB = 1024 * KB;

describe("a body over a socket", () => {
  let world: World;
  let server: Listening;
  let slow: Listening;
  /** Bytes of each request that reached the stand-in for Next. */
  const read: number[] = [];

  beforeAll(async () => {
    world = await createWorld();
    const listener = createListener(async (request, response) => {
      let bytes = 0;
      for await (const chunk of request) bytes += chunk.length;
      read.push(bytes);
      response.end("page");
    });
    server = await listen(createHttpServer(listener).server);
    slow = await listen(createHttpServer(createListener(async () => {}, { bodyWithinMs: 20 })).server);
  });
  beforeEach(() => {
    read.length = 0;
  });
  afterEach(() => void vi.restoreAllMocks());
  afterAll(() => Promise.all([server.close(), slow.close(), world.close()]));

  /** Starts a POST and resolves with the response, which may come before its end. */
  async function post(
    {
      path = "/sign-in",
      length,
      cookie = "",
      to = server,
    }: Partial<Record<"path" | "length" | "cookie", string>> & {
      to?: Listening;
    },
    body: Buffer,
  ) {
    const socket = connect(to.port, "127.0.0.1").on("error", () => socket.destroy());
    const field = length ?? `Content-Length: ${body.length}`;
    socket.write(`POST ${path} HTTP/1.1\r\nHost: hub.test\r\nNext-Action: x\r\n${cookie}${field}\r\n\r\n`);
    socket.write(body);
    const [data] = await once(socket, "data");
    socket.destroy();
    return parseAnswer(String(data));
  }
  const session = (token: string) => `Cookie: theme=dark; next-auth.session-token=${token}\r\n`;
  const chunked = (bytes: number) => Buffer.from(`${bytes.toString(16)}\r\n${"x".repeat(bytes)}\r\n0\r\n\r\n`);

  it("from 40 anonymous clients that never finish is refused, while others are answered", async () => {
    const unfinished = Array.from({ length: 40 }, (_, index) =>
      index % 2
        ? post({ length: `Content-Length: ${7 * MB}` }, Buffer.alloc(128 * KB))
        : post({ length: "Transfer-Encoding: chunked" }, chunked(128 * KB).subarray(0, -5)),
    );
    expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(200);
    for (const { status, headers } of await Promise.all(unfinished))
      expect([status, headers["content-type"]]).toEqual([413, "text/plain; charset=utf-8"]);
    expect(read).toEqual([0]);
  });

  it("is accepted up to its limit: 64 KB anonymous, 1 MB signed in, 5 MB for an upload", async () => {
    const cookie = session(world.tokens.session);
    for (const [limit, given] of [
      [64 * KB, {}],
      [MB, { cookie }],
      [5 * MB, { cookie, path: "/b/alder/uploads" }],
    ] as const) {
      expect((await post(given, Buffer.alloc(limit))).status).toBe(200);
      expect(read.pop()).toBe(limit);
      expect((await post(given, Buffer.alloc(limit + 1))).status).toBe(413);
      expect((await post({ ...given, length: "Transfer-Encoding: chunked" }, chunked(limit + 1))).status).toBe(413);
    }
    expect(read).toEqual([]);
  });

  it.each(["none", "not a token", "revoked"])("counts as anonymous with this session: %s", async (token) => {
    const cookie = session(token === "revoked" ? world.tokens.revokedSession : token);
    const answer = await post({ path: "/new/logo", cookie }, Buffer.alloc(MB));
    expect(answer.status).toBe(413);
    expect(ErrorEnvelope.parse(JSON.parse(answer.body)).error.message).toContain("Your session may have ended");
  });

  it("that stops arriving is answered 408, and its connection is closed", async () => {
    const half = { length: "Content-Length: 100", to: slow };
    const answer = await post(half, Buffer.from("half"));
    expect(answer).toMatchObject({ status: 408, headers: { connection: "close" } });
    expect(answer.headers["content-type"]).toContain("text/plain");
    const ofProgram = await post({ ...half, path: "/api/auth/callback/credentials" }, Buffer.from("half"));
    expect(ofProgram.status).toBe(408);
    ErrorEnvelope.parse(JSON.parse(ofProgram.body));
  });

  it("of the API is refused without using the caller's budget when the hub holds too much", async () => {
    const authorization = `Authorization: Bearer ${world.tokens.apiKey}\r\nContent-Type: application/json\r\n`;
    vi.spyOn(knownBodies, "add").mockReturnValue(false);
    const answer = await post({ path: "/api/public/events", cookie: authorization }, Buffer.from("{}"));
    expect(answer).toMatchObject({ status: 429, headers: { "retry-after": "15" } });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("ratelimit"))).toEqual([]);
  });

  it("with an API credential counts as anonymous", async () => {
    const [known, anonymous] = [vi.spyOn(knownBodies, "add"), vi.spyOn(anonymousBodies, "add")];
    const body = Buffer.from(JSON.stringify({ token: "unknown" }));
    const json = { path: "/api/public/federation/exchange", cookie: "Content-Type: application/json\r\n" };
    expect((await post(json, body)).status).toBe(401);
    expect(anonymous.mock.calls).toContainEqual(["127.0.0.1", body.length]);
    expect(known.mock.calls.filter(([, bytes]) => bytes > 0)).toEqual([]);
  });

  it("behind a proxy counts for the client", async () => {
    configure({ TRUSTED_PROXY_HOPS: 1 });
    const clients = Array.from({ length: 60 }, () => connect(server.port, "127.0.0.1"));
    const begin = (socket: Socket, client: string) =>
      socket.write(
        `POST /sign-in HTTP/1.1\r\nHost: hub.test\r\nX-Forwarded-For: ${client}\r\nContent-Length: ${60 * KB}\r\n\r\n${"x".repeat(59 * KB)}`,
      );
    const refused = Promise.race(
      clients.map((socket) =>
        once(
          socket.on("error", () => {}),
          "data",
        ),
      ),
    );
    for (const socket of clients) begin(socket, "203.0.113.9");
    const [data] = await refused;
    expect(parseAnswer(String(data))).toMatchObject({ status: 429, headers: { "retry-after": "15" } });
    const other = connect(server.port, "127.0.0.1").on("error", () => {});
    begin(other, "203.0.113.10");
    other.write("x".repeat(KB));
    expect(parseAnswer(String((await once(other, "data"))[0])).status).toBe(200);
    for (const socket of [...clients, other]) socket.destroy();
    configure({ TRUSTED_PROXY_HOPS: 0 });
  });
});

/** A body as Node passes it, without a socket. */
function arriving({ path = "/sign-in", clientIp = "198.51.100.1", signedIn = false, declared = 0 } = {}) {
  const request = new IncomingMessage(new Socket());
  request.headers = declared ? { "content-length": String(declared) } : { "transfer-encoding": "chunked" };
  const response = new ServerResponse(request);
  const outcome = vi.fn();
  const isSignedIn = vi.fn(async () => signedIn);
  takeBody(request, response, { path, clientIp, isSignedIn }).then(
    () => outcome(200),
    ({ status }) => outcome(status),
  );
  return {
    isSignedIn,
    send: (bytes: number) => request.push(Buffer.alloc(bytes)),
    end: () => request.push(null),
    close: () => response.emit("close"),
    outcome: async () => {
      await vi.waitFor(() => expect(outcome).toHaveBeenCalled());
      return outcome.mock.calls[0]?.[0];
    },
    isUndecided: () => outcome.mock.calls.length === 0,
    bytes: () => request.readableLength,
  };
}

it("a body is answered 500 when the session can't be looked up", async () => {
  const body = arriving();
  body.isSignedIn.mockRejectedValue(new Error("the database is away"));
  body.send(65 * KB);
  expect(await body.outcome()).toBe(500);
});

describe("the time limit of a body", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());
  const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

  it("is 15 seconds in all for an anonymous one, however slowly it trickles", async () => {
    const body = arriving();
    for (let second = 1; second < 15; second += 1) {
      body.send(1);
      await seconds(1);
    }
    expect(body.isUndecided()).toBe(true);
    await seconds(1);
    expect(await body.outcome()).toBe(408);
  });

  it("lasts as long as a signed-in upload moves at 64 KB every 15 seconds", async () => {
    const upload = arriving({ path: "/b/alder/uploads", signedIn: true, declared: 4 * MB });
    for (let sent = 0; sent < 4 * MB; sent += 64 * KB) {
      upload.send(64 * KB);
      await seconds(15);
    }
    upload.end();
    expect([await upload.outcome(), upload.bytes()]).toEqual([200, 4 * MB]);
    expect(upload.isSignedIn).toHaveBeenCalledTimes(1);
    upload.close();

    const stalled = arriving({ path: "/b/alder/uploads", signedIn: true, declared: 4 * MB });
    stalled.send(2 * MB);
    await seconds(15);
    stalled.send(64 * KB - 1);
    expect(stalled.isUndecided()).toBe(true);
    await seconds(15);
    expect(await stalled.outcome()).toBe(408);
  });

  it("is extended for a signed-in form, without a session look-up if it arrived in time", async () => {
    const form = arriving({ signedIn: true });
    form.send(KB);
    await seconds(20);
    form.end();
    expect(await form.outcome()).toBe(200);
    const quick = arriving({ signedIn: true });
    quick.send(KB);
    quick.end();
    expect(await quick.outcome()).toBe(200);
    expect(quick.isSignedIn).not.toHaveBeenCalled();
    form.close();
    quick.close();
  });
});

describe("the bytes in flight", () => {
  const fill = (clients: readonly string[]) =>
    clients.map((clientIp) => {
      const body = arriving({ clientIp });
      body.send(64 * KB);
      return body;
    });
  const close = (bodies: { close(): void }[]) => bodies.map((body) => body.close());

  it("are limited to 2 MB per anonymous address until answered, and more when signed in", async () => {
    const clientIp = "198.51.100.7";
    const full = fill(Array(32).fill(clientIp));
    const stranger = arriving({ clientIp });
    stranger.send(1);
    expect(await stranger.outcome()).toBe(429);
    const [person, other] = [arriving({ clientIp, signedIn: true }), arriving({ clientIp: "198.51.100.8" })];
    for (const body of [person, other]) {
      body.send(1);
      body.end();
      expect(await body.outcome()).toBe(200);
    }
    close(full);
    const again = arriving({ clientIp });
    again.send(1);
    again.end();
    expect(await again.outcome()).toBe(200);
    close([person, other, again]);
  });

  it("count as signed in only once the session is found active", async () => {
    const clientIp = "198.51.100.9";
    const isRoomFor = (bytes: number) => knownBodies.add(clientIp, bytes) && knownBodies.add(clientIp, -bytes);
    const body = arriving({ clientIp });
    let find = (_: boolean) => {};
    body.isSignedIn.mockReturnValue(
      new Promise((done) => {
        find = done;
      }),
    );
    expect([body.send(64 * KB), body.send(64 * KB)]).toEqual([true, false]);
    expect(isRoomFor(32 * MB)).toBe(true);
    find(true);
    await new Promise(setImmediate);
    expect([body.send(KB), isRoomFor(32 * MB - 129 * KB), isRoomFor(32 * MB)]).toEqual([true, true, false]);
    body.end();
    expect(await body.outcome()).toBe(200);
    body.close();
    expect(isRoomFor(32 * MB)).toBe(true);
  });

  it("are limited to 32 MB for all anonymous clients", async () => {
    const all = fill(Array.from({ length: 512 }, (_, index) => `192.0.2.${index % 16}`));
    const late = arriving({ clientIp: "192.0.2.200" });
    late.send(1);
    expect(await late.outcome()).toBe(429);
    expect(all.every((body) => body.isUndecided())).toBe(true);
    close(all);
  });

  it("count an IPv6 address by its /64, and ten times that by its /48", () => {
    const bytes = new BytesInFlight({ ofNetwork: 10, inAll: 1000 });
    const added = Array.from({ length: 10 }, (_, index) => bytes.add(`2001:db8:1:${index}::1`, 10));
    expect(added).toEqual(Array(10).fill(true));
    expect(bytes.add("2001:db8:1:0::2", 1)).toBe(false);
    expect(bytes.add("2001:db8:1:a::1", 1)).toBe(false);
    bytes.add("2001:db8:1:0::1", -10);
    expect([bytes.add("2001:db8:1:a::1", 10), bytes.add("2001:db8:1:a::1", 1)]).toEqual([true, false]);
  });
});

it("every route that takes a file accepts one", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith("/route.ts"));
  const routes = files.map((file) => ({
    takesFile: /MAX_(UPLOAD|IMPORT)_BYTES/.test(readFileSync(`app/${file}`, "utf8")),
    path: `/${file}`.replace(/\/\([^/]+\)|\/route\.ts$/g, "").replace(/\[[^\]]+\]/g, "x"),
  }));
  expect(routes.filter(({ takesFile }) => takesFile).length).toBeGreaterThan(3);
  for (const { path, takesFile } of routes) expect(isUpload(path), path).toBe(takesFile);
});
