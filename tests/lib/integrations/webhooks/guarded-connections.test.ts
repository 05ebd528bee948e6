import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer as createTcpServer, type Socket } from "node:net";
import { createSecureContext } from "node:tls";
import { afterEach, describe, expect, it, vi } from "vitest";
import { IDLE_MS, MAX_AGE_MS } from "@/lib/integrations/webhooks/guarded-connections";
import { type Network, sendWebhook } from "@/lib/integrations/webhooks/send-webhook";
import { isLoopbackAddress } from "@/lib/integrations/webhooks/webhook-url-policy";
import { type Listening, listen } from "../../../support/listen";
import { selfSignedCertificate } from "../../../support/self-signed-certificate";
import { LONG_TIMEOUTS } from "../../../support/timeouts";

const servers: Listening[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const post = (url: string, network?: Network, body: string | Buffer = "{}") =>
  sendWebhook(
    { url, headers: {}, body, policy: { allowLoopback: true, readableLoopbackPort: "any" }, timeouts: LONG_TIMEOUTS },
    network,
  );

async function serving(server: Parameters<typeof listen>[0]) {
  const seen = { connections: 0 };
  server.on("connection", () => {
    seen.connections += 1;
  });
  const listening = await listen(server);
  servers.push(listening);
  return { seen, ...listening };
}

const answer = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** A script answers each request on raw sockets. It gets the request's number on its connection and in all. */
function scripted(answering: (socket: Socket, request: { onConnection: number; inAll: number }) => void) {
  let inAll = 0;
  return serving(
    createTcpServer((socket) => {
      let onConnection = 0;
      socket.on("error", () => {});
      socket.on("data", () => {
        onConnection += 1;
        inAll += 1;
        answering(socket, { onConnection, inAll });
      });
    }),
  );
}

describe("a connection after a complete response", () => {
  it("serves the next delivery to the same origin and closes after an idle second", async () => {
    const { port, seen, sockets } = await serving(createHttpServer((_, response) => response.end("ok")));
    for (let count = 0; count < 3; count += 1)
      expect(await post(`http://127.0.0.1:${port}/${count}`)).toMatchObject({ status: 200, responseExcerpt: "ok" });
    expect(seen.connections).toBe(1);
    await expect.poll(() => sockets.size, { timeout: 3 * IDLE_MS }).toBe(0);
  });

  it("serves no other host name of the same address and port", async () => {
    const { port, seen } = await serving(createHttpServer((request, response) => response.end(request.headers.host)));
    for (const host of ["127.0.0.1", "localhost", "127.0.0.1", "localhost"])
      expect(await post(`http://${host}:${port}/`)).toMatchObject({ responseExcerpt: `${host}:${port}` });
    expect(seen.connections).toBe(2);
  });

  it("serves no other TLS name", async () => {
    const names = ["one.example", "other.example"];
    const certificates = new Map(names.map((name) => [name, selfSignedCertificate(name)]));
    const requestedNames: string[] = [];
    const { port } = await serving(
      createHttpsServer(
        {
          SNICallback: (name, done) => {
            requestedNames.push(name);
            done(null, createSecureContext(certificates.get(name)));
          },
        },
        (_, response) => response.end(),
      ),
    );
    const network: Network = {
      lookup: async () => ["127.0.0.1"],
      isRefusedAddress: (address) => !isLoopbackAddress(address),
      ca: [...certificates.values()].map(({ cert }) => cert).join("\n"),
    };
    for (const name of [...names, ...names])
      expect(await post(`https://${name}:${port}/`, network)).toMatchObject({ status: 200 });
    expect(requestedNames).toEqual(names);
  });

  it("keeps its checked address; the next connection is checked again", async () => {
    const certificate = selfSignedCertificate("hooks.example");
    const { port, seen, sockets } = await serving(createHttpsServer(certificate, (_, response) => response.end()));
    const answers = [["127.0.0.1"], ["10.0.0.1"]];
    const network: Network = {
      lookup: async () => answers.shift() ?? [],
      isRefusedAddress: (address) => !isLoopbackAddress(address),
      ca: certificate.cert,
    };
    const url = `https://hooks.example:${port}/`;
    expect(await post(url, network)).toMatchObject({ status: 200 });
    expect(await post(url, network)).toMatchObject({ status: 200 });
    expect(answers).toEqual([["10.0.0.1"]]);
    await expect.poll(() => sockets.size, { timeout: 3 * IDLE_MS }).toBe(0);
    expect(await post(url, network)).toMatchObject({ status: null, errorClass: "blocked_address" });
    expect(seen.connections).toBe(1);
  });

  it("lives at most 30 seconds, even when busy", async () => {
    const { port, seen } = await serving(createHttpServer((_, response) => response.end()));
    const url = `http://127.0.0.1:${port}/`;
    await post(url);
    const now = performance.now.bind(performance);
    vi.spyOn(performance, "now").mockImplementation(() => now() + MAX_AGE_MS);
    await post(url);
    expect(seen.connections).toBe(1);
    await post(url);
    expect(seen.connections).toBe(2);
  });
});

describe("a kept connection closed during the next delivery", () => {
  it("is replaced by a new one within the same attempt", async () => {
    const { port, seen } = await scripted((socket, { onConnection }) => {
      if (onConnection === 1) socket.write(answer("ok"));
      else socket.resetAndDestroy();
    });
    const url = `http://127.0.0.1:${port}/`;
    expect(await post(url)).toMatchObject({ status: 200 });
    expect(await post(url)).toMatchObject({ status: 200, errorClass: null, responseExcerpt: "ok" });
    expect(seen.connections).toBe(2);
  });

  it("is replaced after an orderly TLS close", async () => {
    const certificate = selfSignedCertificate("hooks.example");
    let inAll = 0;
    const { port, seen } = await serving(
      createHttpsServer(certificate, (request, response) => {
        inAll += 1;
        if (inAll === 2) request.socket.end();
        else response.end("ok");
      }),
    );
    const network: Network = {
      lookup: async () => ["127.0.0.1"],
      isRefusedAddress: (address) => !isLoopbackAddress(address),
      ca: certificate.cert,
    };
    const url = `https://hooks.example:${port}/`;
    expect(await post(url, network)).toMatchObject({ status: 200 });
    expect(await post(url, network)).toMatchObject({ status: 200, errorClass: null });
    expect(seen.connections).toBe(2);
  });

  it("is replaced only once", async () => {
    const { port, seen } = await scripted((socket, { inAll }) => {
      if (inAll === 1) socket.write(answer("ok"));
      else socket.resetAndDestroy();
    });
    const url = `http://127.0.0.1:${port}/`;
    await post(url);
    expect(await post(url)).toMatchObject({ status: null, errorClass: "reset" });
    expect(seen.connections).toBe(2);
  });

  it("is not replaced once a response began, nor if it is new", async () => {
    const { port, seen } = await scripted((socket, { inAll }) => {
      if (inAll === 1) socket.write(answer("ok"));
      else socket.end("HTTP/1.1 200 ");
    });
    const url = `http://127.0.0.1:${port}/`;
    await post(url);
    expect(await post(url)).toMatchObject({ status: null });
    expect(seen.connections).toBe(1);
    const broken = await scripted((socket) => socket.resetAndDestroy());
    expect(await post(`http://127.0.0.1:${broken.port}/`)).toMatchObject({ errorClass: "reset" });
    expect(broken.seen.connections).toBe(1);
  });
});

describe("unsolicited data", () => {
  it.each([
    ["a second response with the first", (socket: Socket) => socket.write(answer("ok") + answer("forged"))],
    ["noise with the response", (socket: Socket) => socket.write(`${answer("ok")}noise`)],
    [
      "a second response before the request",
      (socket: Socket) => {
        socket.write(answer("ok"));
        setTimeout(() => socket.write(answer("forged")), 50);
      },
    ],
  ])("is never taken for the next delivery's response: %s", async (_, say) => {
    const { port, seen } = await scripted((socket, { inAll }) => {
      if (inAll === 1) say(socket);
      else socket.write(answer("own"));
    });
    const url = `http://127.0.0.1:${port}/`;
    expect(await post(url)).toMatchObject({ status: 200, responseExcerpt: "ok" });
    await new Promise((done) => setTimeout(done, 150));
    expect(await post(url)).toMatchObject({ status: 200, responseExcerpt: "own" });
    expect(seen.connections).toBe(2);
  });

  it("beyond 16 KB is not read, and closes the connection", async () => {
    const { port, seen } = await serving(createHttpServer((_, response) => response.end("x".repeat(100_000))));
    const url = `http://127.0.0.1:${port}/`;
    for (let count = 0; count < 2; count += 1) expect(await post(url)).toMatchObject({ status: 200, errorClass: null });
    expect(seen.connections).toBe(2);
  });
});

describe("a receiver that misuses its connection", () => {
  it("loses it after switching protocols", async () => {
    const { port, sockets } = await scripted((socket) =>
      socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"),
    );
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ errorClass: "protocol" });
    await expect.poll(() => sockets.size, { timeout: 3 * IDLE_MS }).toBe(0);
  });

  it("loses it after answering without reading the request", async () => {
    const body = Buffer.alloc(20_000_000);
    let accepted: Socket | undefined;
    const { port } = await serving(
      createTcpServer((socket) => {
        accepted = socket;
        socket.once("data", () => socket.pause().write(answer("early")));
      }),
    );
    expect(await post(`http://127.0.0.1:${port}/`, undefined, body)).toMatchObject({ status: 200 });
    await new Promise((end) => accepted?.on("close", end).resume());
    expect(accepted?.bytesRead).toBeLessThan(body.length);
  });
});
