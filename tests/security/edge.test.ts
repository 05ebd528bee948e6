import type { IncomingHttpHeaders } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ErrorEnvelope } from "@/lib/contract";
import { log } from "@/lib/platform/log";
import { createHttpServer } from "@/lib/server/http-server";
import { createListener } from "@/lib/server/listener";
import { configure } from "../support/configure";
import { type Listening, listen } from "../support/listen";
import { type Answer, sendRaw as sendRawTo } from "../support/send-raw";
import { createWorld, type World } from "../support/world";

let world: World;
let server: Listening;
/** Requests that reached the stand-in for Next. */
const passedOn: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];

beforeAll(async () => {
  world = await createWorld();
  const listener = createListener(async (request, response) => {
    passedOn.push({ url: request.url, headers: request.headers });
    response.end("page");
  });
  server = await listen(createHttpServer(listener).server);
});
afterAll(() => Promise.all([server.close(), world.close()]));

const sendRaw = (bytes: string) => sendRawTo(server, bytes);
const get = (target: string, more = "") =>
  sendRaw(`GET ${target} HTTP/1.1\r\nHost: hub.test\r\n${more}Connection: close\r\n\r\n`);

function expectEnvelope(answer: Answer, status: number): void {
  expect(answer.status).toBe(status);
  ErrorEnvelope.parse(JSON.parse(answer.body));
  expect(answer.headers["x-content-type-options"]).toBe("nosniff");
}

describe("a malformed request", () => {
  it.each([
    ["no Host", ""],
    ["an empty one", "Host:\r\n"],
    ["one with a path", "Host: hub.test/x\r\n"],
    ["one with user information", "Host: me@hub.test\r\n"],
  ])("gets 400 for %s as Host, on both mounts and outside the API", async (_, host) => {
    const before = passedOn.length;
    for (const target of ["/api/public/tools", "/sign-in", "/files/x"])
      expectEnvelope(await sendRaw(`GET ${target} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`), 400);
    expect(passedOn.length).toBe(before);
  });

  it.each(["hub.test", "hub.test:3000", "127.0.0.1:3000", "[::1]:3000", "HUB.test"])(
    "accepts the Host %s",
    async (host) => {
      expectEnvelope(
        await sendRaw(`GET /api/public/tools HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
        401,
      );
    },
  );

  it.each([
    ["/files/%ff", "application/json"],
    ["/api/auth/%ff", "application/json"],
    ["/connect/%ff", "text/plain; charset=utf-8"],
    ["/b/%c3%28/history", "text/plain; charset=utf-8"],
    ["/%", "text/plain; charset=utf-8"],
  ])("gets 400 for the invalid percent escape in %s before Next reads it", async (target, type) => {
    const before = passedOn.length;
    const answer = await get(target);
    expect(answer).toMatchObject({
      status: 400,
      headers: { "content-type": type, "x-content-type-options": "nosniff" },
    });
    expect(passedOn.length).toBe(before);
  });

  it.each(["*", "*?x"])("refuses the target %s", async (target) => {
    expectEnvelope(await get(target), 400);
  });

  it("refuses OPTIONS * with 405", async () => {
    const answer = await sendRaw("OPTIONS * HTTP/1.1\r\nHost: hub.test\r\nConnection: close\r\n\r\n");
    expectEnvelope(answer, 405);
    expect(answer.headers.allow).toBe("GET, HEAD, POST");
  });
});

describe("the API through Next's routes", () => {
  beforeEach(() => configure({ HUB_DIRECT_LISTENER: 0 }));
  afterEach(() => configure({ HUB_DIRECT_LISTENER: 1 }));

  it("receives the request unchanged", async () => {
    for (const target of ["/api/public/tools?x=1", "/api/public/%74ools", "/api/public/none"]) {
      expect((await get(target)).body).toBe("page");
      expect(passedOn.at(-1)?.url).toBe(target);
    }
  });

  it.each([
    ["GET", "/api/public/tools", 401, "RSC: 1\r\n"],
    ["GET", "/api/public/tools", 401, "Next-Router-Prefetch: 1\r\n"],
    ["GET", "/api/public/%ff", 404],
    ["GET", "/api/public/v1/brand/by-id/%ff/bundle", 401],
    ["GET", "/api/public/%2e%2e/x", 404],
    ["GET", "/api/public/../sign-in", 404],
    ["GET", "/api/public//tools", 404],
    ["PROPFIND", "/api/public/tools", 405],
    ["SEARCH", "/api/public/none", 404],
    ["LOCK", "/api/public/tools", 405],
    ["TRACE", "/api/public/tools", 405],
  ])(
    "answers %s %s as the other mount does, since Next would not pass it on",
    async (method, target, status, header = "") => {
      const before = passedOn.length;
      const bytes = `${method} ${target} HTTP/1.1\r\nHost: hub.test\r\n${header}Connection: close\r\n\r\n`;
      const answer = await sendRaw(bytes);
      expectEnvelope(answer, status);
      expect(passedOn.length).toBe(before);
      configure({ HUB_DIRECT_LISTENER: 1 });
      const { headers, body } = await sendRaw(bytes);
      expect({ body: answer.body, allow: answer.headers.allow }).toEqual({ body, allow: headers.allow });
    },
  );
});

describe("a header that only proxies may set", () => {
  const MADE_UP = "X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Host: evil.test\r\nForwarded: for=203.0.113.9\r\n";
  const forwardedTo = async () => {
    await get("/sign-in", MADE_UP);
    return Object.keys(passedOn.at(-1)?.headers ?? {}).filter((name) => name.includes("forwarded"));
  };

  it("is dropped without TRUSTED_PROXY_HOPS and logged once", async () => {
    const warned = vi.spyOn(log, "warn").mockImplementation(() => {});
    expect([await forwardedTo(), await forwardedTo()]).toEqual([[], []]);
    expect(warned.mock.calls.filter(([, message]) => message?.includes("TRUSTED_PROXY_HOPS")).length).toBe(1);
    warned.mockRestore();
  });

  it("is passed on behind a declared proxy", async () => {
    configure({ TRUSTED_PROXY_HOPS: 1 });
    expect(await forwardedTo()).toEqual(["x-forwarded-for", "x-forwarded-host", "forwarded"]);
    configure({ TRUSTED_PROXY_HOPS: 0 });
  });
});

describe("the request line of a page", () => {
  it("loses scheme and host, which Next would redirect to", async () => {
    await get("http://evil.test/sign-in?x=1");
    expect(passedOn.at(-1)?.url).toBe("/sign-in?x=1");
    await get("http://evil.test?x=1");
    expect(passedOn.at(-1)?.url).toBe("/?x=1");
  });

  it.each(["PROPFIND", "SEARCH", "LOCK", "PUT", "DELETE", "OPTIONS", "TRACE"])(
    "is refused with the method %s",
    async (method) => {
      const before = passedOn.length;
      const answer = await sendRaw(`${method} /sign-in HTTP/1.1\r\nHost: hub.test\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatchObject({ status: 405, headers: { allow: "GET, HEAD, POST" } });
      expect(answer.body).toContain(method);
      expect(passedOn.length).toBe(before);
    },
  );
});
