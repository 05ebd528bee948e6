import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer as createHttpServer, type IncomingMessage } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer as createTcpServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { openGuardedSocket } from "@/lib/integrations/webhooks/guarded-connections";
import { type Network, sendWebhook, type WebhookRequest } from "@/lib/integrations/webhooks/send-webhook";
import { isLoopbackAddress, isRefusedAddress } from "@/lib/integrations/webhooks/webhook-url-policy";
import { PrivateNetworks } from "@/lib/platform/private-networks";
import { type Listening, listen } from "../../../support/listen";
import { selfSignedCertificate } from "../../../support/self-signed-certificate";
import { LONG_TIMEOUTS } from "../../../support/timeouts";

const servers: Listening[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
const started = async (server: Listening) => {
  servers.push(server);
  return server;
};

/** Counts connections and bytes, and never answers. */
async function startSilentServer() {
  const seen = { connections: 0, bytes: 0 };
  const server = createTcpServer((socket) => {
    seen.connections += 1;
    socket.on("data", (chunk) => {
      seen.bytes += chunk.length;
    });
  });
  return { seen, port: (await started(await listen(server))).port };
}

const post = (url: string, network?: Network, more: Partial<WebhookRequest> = {}) =>
  sendWebhook(
    {
      url,
      headers: {},
      body: "{}",
      policy: { allowLoopback: false },
      timeouts: LONG_TIMEOUTS,
      ...more,
    },
    network,
  );
const resolvingTo = (...addresses: string[]): Network => ({ lookup: async () => addresses, isRefusedAddress });

describe("isRefusedAddress", () => {
  it.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "168.63.129.16",
    "169.254.169.254",
    "172.20.0.1",
    "192.168.0.1",
    "198.19.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:10.0.0.1",
    "::ffff:a00:1",
    "::10.0.0.1",
    "64:ff9b::a00:1",
    "64:ff9b:1::1",
    "100:0:0:1::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "ff02::1",
    "not-an-address",
    "2130706433",
    "",
  ])("refuses %s", (address) => expect(isRefusedAddress(address)).toBe(true));

  it.each([
    "1.1.1.1",
    "8.8.8.8",
    "100.63.255.255",
    "100.128.0.1",
    "172.32.0.1",
    "::ffff:8.8.8.8",
    "2606:4700:4700::1111",
  ])("lets %s through", (address) => expect(isRefusedAddress(address)).toBe(false));
});

describe("the guard at connection time", () => {
  it.each([
    "https://169.254.169.254/latest/meta-data/",
    "https://168.63.129.16/",
    "https://10.0.0.1/",
    "https://100.64.0.1/",
    "https://2852039166/",
    "https://0xa9fea9fe/",
    "https://0x7f.1/",
    "https://[64:ff9b::a00:1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://[fd00:ec2::254]/",
    "http://127.0.0.1/",
    "not a URL",
  ])("sends nothing to %s", async (url) => {
    expect(await post(url)).toMatchObject({ status: null, errorClass: "blocked_address", responseExcerpt: "" });
  });

  it.each(["127.0.0.1", "::1", "::ffff:127.0.0.1", "10.0.0.1", "64:ff9b::7f00:1", "fe80::1%lo"])(
    "sends nothing to a name that resolves to %s",
    async (address) => {
      const { seen, port } = await startSilentServer();
      expect(await post(`https://hooks.example:${port}/`, resolvingTo(address))).toMatchObject({
        errorClass: "blocked_address",
      });
      expect(seen.connections).toBe(0);
    },
  );

  it("sends nothing when one of several addresses is refused", async () => {
    const network = resolvingTo("93.184.215.14", "10.0.0.1");
    expect(await post("https://hooks.example/", network)).toMatchObject({ errorClass: "blocked_address" });
  });

  it("dials the address that was checked, though the name resolves to another one by then", async () => {
    const { seen, port } = await startSilentServer();
    const answers = [["127.0.0.2"], ["127.0.0.1"]];
    const guard = {
      lookup: async () => answers.shift() ?? [],
      isAllowed: (address: string) => address === "127.0.0.2",
    };
    const opening = openGuardedSocket(new URL(`http://rebind.example:${port}/`), guard, AbortSignal.timeout(2000));
    await expect(opening).rejects.toThrow();
    expect(answers).toEqual([["127.0.0.1"]]);
    expect(seen.connections).toBe(0);
  });

  it("hangs up before the first byte if the peer isn't the checked address", async () => {
    const { seen, port } = await startSilentServer();
    const verdicts = [true, false];
    const guard = { lookup: async () => ["127.0.0.1"], isAllowed: () => verdicts.shift() ?? false };
    const opening = openGuardedSocket(new URL(`https://hooks.example:${port}/`), guard, AbortSignal.timeout(60_000));
    await expect(opening).rejects.toMatchObject({ errorClass: "blocked_address" });
    expect(seen.bytes).toBe(0);
  });

  it("refuses localhost if it resolves to anything but loopback", async () => {
    const result = await post("http://localhost:9/", resolvingTo("10.0.0.1"), { policy: { allowLoopback: true } });
    expect(result).toMatchObject({ errorClass: "blocked_address" });
  });
});

describe("a receiver in an allowed network", () => {
  const policy = { allowLoopback: false, allowedNetworks: new PrivateNetworks(["127.0.0.0/8"]) };

  it("gets its webhook over http, and its response isn't stored", async () => {
    const server = createHttpServer((_, response) => response.writeHead(201).end("internal"));
    const { port } = await started(await listen(server));
    const result = await post(`http://press.internal:${port}/`, resolvingTo("127.0.0.1"), { policy });
    expect(result).toMatchObject({ status: 201, errorClass: null, responseExcerpt: "" });
  });

  it("isn't quoted even if the connection has no address any more", async () => {
    const server = createHttpServer((_, response) => response.writeHead(201).end("internal"));
    const { port } = await started(await listen(server));
    const forget = (message: unknown) => {
      const { response } = message as { response: IncomingMessage };
      Object.defineProperty(response.socket, "remoteAddress", { value: undefined });
    };
    subscribe("http.client.response.finish", forget);
    const result = await post(`http://press.internal:${port}/`, resolvingTo("127.0.0.1"), { policy });
    unsubscribe("http.client.response.finish", forget);
    expect(result).toMatchObject({ status: 201, responseExcerpt: "" });
  });

  it.each([["10.0.0.1"], ["127.0.0.1", "8.8.8.8"], ["169.254.169.254"], ["::1"]])(
    "isn't reached once its name resolves to %s",
    async (...addresses) => {
      const result = await post("http://press.internal:9/", resolvingTo(...addresses), { policy });
      expect(result).toMatchObject({ status: null, errorClass: "blocked_address" });
    },
  );
});

describe("failing to connect", () => {
  it.each([
    ["has no address", async () => []],
    ["can't be resolved", () => Promise.reject(Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" }))],
  ])("reports a name that %s as dns", async (_, lookup) => {
    const network = { lookup, isRefusedAddress };
    expect(await post("https://hooks.example/", network)).toMatchObject({ status: null, errorClass: "dns" });
  });

  it("bounds a lookup that hangs by the connect timeout", async () => {
    const network = { lookup: () => new Promise<string[]>(() => undefined), isRefusedAddress };
    const result = await post("https://hooks.example/", network, { timeouts: { connectMs: 60 } });
    expect(result).toMatchObject({ status: null, errorClass: "connect_timeout" });
  });
});

describe("TLS", () => {
  const certificate = selfSignedCertificate("hooks.example");
  const onLoopback = (ca?: string): Network => ({
    lookup: async () => ["127.0.0.1"],
    isRefusedAddress: (address) => !isLoopbackAddress(address),
    ca,
  });
  const serveTls = async () => {
    const names: string[] = [];
    const server = createHttpsServer({
      ...certificate,
      SNICallback: (name, done) => {
        names.push(name);
        done(null);
      },
    });
    server.on("request", (request, response) => response.end(request.headers.host));
    return { names, port: (await started(await listen(server))).port };
  };

  it("delivers under the name of the URL to a certificate it trusts", async () => {
    const { names, port } = await serveTls();
    const result = await post(`https://hooks.example:${port}/`, onLoopback(certificate.cert));
    expect(result).toMatchObject({ status: 200, errorClass: null, responseExcerpt: `hooks.example:${port}` });
    expect(names).toEqual(["hooks.example"]);
  });

  it("refuses an untrusted certificate", async () => {
    const { port } = await serveTls();
    expect(await post(`https://hooks.example:${port}/`, onLoopback())).toMatchObject({
      status: null,
      errorClass: "tls",
    });
  });

  it("refuses a certificate for another name", async () => {
    const { port } = await serveTls();
    const result = await post(`https://other.example:${port}/`, onLoopback(certificate.cert));
    expect(result).toMatchObject({ status: null, errorClass: "tls" });
  });

  it("reports a receiver that does not speak TLS as tls", async () => {
    const server = createTcpServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    const { port } = await started(await listen(server));
    expect(await post(`https://hooks.example:${port}/`, onLoopback())).toMatchObject({
      status: null,
      errorClass: "tls",
    });
  });

  it("bounds a handshake that hangs by the connect timeout", async () => {
    const { port } = await startSilentServer();
    const result = await post(`https://hooks.example:${port}/`, onLoopback(), { timeouts: { connectMs: 80 } });
    expect(result).toMatchObject({ status: null, errorClass: "connect_timeout" });
  });
});
