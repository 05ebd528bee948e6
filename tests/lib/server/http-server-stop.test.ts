import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { createHttpServer, type HttpServer } from "@/lib/server/http-server";
import { type Listening, listen } from "@/tests/support/listen";

const GRACE_MS = 10_000;
const ask = (path = "/") => `GET ${path} HTTP/1.1\r\nHost: hub.test\r\n\r\n`;
const answers = (said: string) => said.match(/^HTTP\/1\.1 \d+/gm) ?? [];

let http: HttpServer;
let listening: Listening | undefined;
afterEach(() => Promise.all([...(listening?.sockets ?? [])].map((socket) => socket.destroy())));

/** A server that responds at once, and a connection to it. */
async function connected(): Promise<Socket> {
  http = createHttpServer((request, response) => response.end(request.url));
  listening = await listen(http.server);
  const socket = connect(listening.port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

/** A kept-alive connection that has had a response. */
async function kept(): Promise<Socket> {
  const socket = await connected();
  socket.write(ask("/first"));
  await once(socket, "data");
  return socket;
}

describe("a server that stops", () => {
  it("answers a request sent on an idle connection at that moment, announces the close, and closes it", async () => {
    const socket = await kept();
    socket.write(ask("/second"));
    const [said] = await Promise.all([text(socket), http.stop(GRACE_MS)]);
    expect(answers(said)).toHaveLength(1);
    expect(said).toMatch(/connection: close\r\n/i);
    expect(said).toMatch(/\/second$/);
  });

  it("answers the first request of a new connection", async () => {
    const socket = await connected();
    const stopped = http.stop(GRACE_MS);
    socket.write(ask());
    expect(answers(await text(socket))).toEqual(["HTTP/1.1 200"]);
    await stopped;
  });

  it("waits for the rest of a request that has started", async () => {
    const socket = await kept();
    socket.write(ask("/halves").slice(0, 9));
    const stopped = http.stop(GRACE_MS);
    setTimeout(() => socket.write(ask("/halves").slice(9)), 600);
    expect(await text(socket)).toMatch(/\/halves$/);
    await stopped;
  });

  it("closes an idle connection without a reset", async () => {
    const socket = await kept();
    const stopped = http.stop(GRACE_MS);
    expect(await text(socket)).toBe("");
    await stopped;
  });

  it("isn't delayed by clients that leave while idle or in a request", async () => {
    const idle = await kept();
    const asking = connect(listening?.port ?? 0, "127.0.0.1");
    await once(asking, "connect");
    asking.write(ask("/halves").slice(0, 9));
    const stopped = http.stop(GRACE_MS);
    for (const socket of [idle, asking]) socket.resetAndDestroy();
    await stopped;
    expect(http.server.listening).toBe(false);
  });

  it("closes connections that clients keep open after its grace period", async () => {
    const socket = await connected();
    socket.on("error", () => {}).write("GET / HTTP/1.1\r\n");
    await http.stop(500);
    expect(http.server.listening).toBe(false);
  });
});

describe("a server that is about to stop", () => {
  it("keeps accepting connections, and sends Connection: close on each response", async () => {
    const socket = await kept();
    http.announceClosing();
    socket.write(ask("/second"));
    expect(await text(socket)).toMatch(/connection: close\r\n/i);
    const answer = await fetch(`http://127.0.0.1:${listening?.port}/third`);
    expect(answer.headers.get("connection")).toBe("close");
    expect(await answer.text()).toBe("/third");
    await http.stop(GRACE_MS);
  });
});
