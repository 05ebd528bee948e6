import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { networkInterfaces } from "node:os";
import { afterEach, describe, expect, it } from "vitest";
import { createHttpServer } from "@/lib/server/http-server";
import { LOOPBACK_HOSTS, listenOn } from "@/lib/server/listen-on";
import { hasIpv6 } from "../support/has-ipv6";
import { listen } from "../support/listen";

const answersAt = (host: string, port: number): Promise<boolean> =>
  fetch(`http://${host}:${port}/`).then(
    async (response) => (await response.text()) === "here",
    () => false,
  );

const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

function served(): Server {
  const { server } = createHttpServer((_, response) => response.end("here"));
  ended.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return server;
}

async function listening(server: Server, port: number, hosts: readonly string[]) {
  const made = await listenOn(server, port, hosts);
  ended.push(made.closeOthers);
  return made;
}

describe("a server on the loopback addresses", () => {
  it("answers at 127.0.0.1, ::1 and localhost", async () => {
    const { port } = await listening(served(), 0, LOOPBACK_HOSTS);
    expect(await answersAt("127.0.0.1", port)).toBe(true);
    expect(await answersAt("[::1]", port)).toBe(hasIpv6);
    expect(await answersAt("localhost", port)).toBe(true);
  });

  it("refuses connections at every other address", async () => {
    const { port } = await listening(served(), 0, LOOPBACK_HOSTS);
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ family, internal }) => family === "IPv4" && !internal)
      .map(({ address }) => address);
    // On Linux all of 127.0.0.0/8 is this machine.
    if (process.platform === "linux") others.push("127.0.0.2");
    for (const address of others) expect(await answersAt(address, port), address).toBe(false);
    expect(others.length).toBeGreaterThan(0);
  });

  it("starts when one of the two addresses is missing", async () => {
    // Documentation ranges, which no interface has (RFC 3849, RFC 5737).
    const second = await listening(served(), 0, ["127.0.0.1", "2001:db8::1"]);
    expect(await answersAt("127.0.0.1", second.port)).toBe(true);
    const first = await listening(served(), 0, ["192.0.2.1", "127.0.0.1"]);
    expect(await answersAt("127.0.0.1", first.port)).toBe(true);
    await expect(listening(served(), 0, ["192.0.2.1", "2001:db8::1"])).rejects.toMatchObject({
      code: expect.stringMatching(/^(EADDRNOTAVAIL|EAFNOSUPPORT)$/),
    });
  });

  it("does not start on a port in use at either address, and frees the other", async () => {
    if (!hasIpv6) return expect(hasIpv6).toBe(false);
    const other = await listen(createServer(), "::1");
    const server = served();
    await expect(listening(server, other.port, LOOPBACK_HOSTS)).rejects.toMatchObject({ code: "EADDRINUSE" });
    expect(server.listening).toBe(false);
    await other.close();
  });
});

it("listens at the given host", async () => {
  const { port } = await listening(served(), 0, ["0.0.0.0"]);
  expect(await answersAt("127.0.0.1", port)).toBe(true);
  if (process.platform === "linux") expect(await answersAt("127.0.0.2", port)).toBe(true);
});

it("listens on IPv4 and IPv6 with the host ::", async () => {
  if (!hasIpv6) return expect(hasIpv6).toBe(false);
  const { port } = await listening(served(), 0, ["::"]);
  expect(await answersAt("127.0.0.1", port)).toBe(true);
  expect(await answersAt("[::1]", port)).toBe(true);
});

it("compose publishes the hub on 127.0.0.1 unless HUB_BIND says otherwise", () => {
  const published = [...readFileSync("compose.yaml", "utf8").matchAll(/^ +ports: (.*)$/gm)].map(([, ports]) => ports);
  expect(published).toEqual([expect.stringMatching(/^\["\$\{HUB_BIND:-127\.0\.0\.1\}:[^:]+:-3000\}:3000"\]$/)]);
});
