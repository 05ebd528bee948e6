import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { expect, it } from "vitest";
import { createStudioServer, listenOn } from "@/tests/child-tool/server";
import { hasIpv6 } from "@/tests/support/has-ipv6";
import { listen } from "@/tests/support/listen";

const studio = () =>
  createStudioServer(
    async () => new Response("here"),
    () => "http://localhost",
    () => {},
  );

const answersAt = (host: string, port: number): Promise<boolean> =>
  fetch(`http://${host}:${port}/`).then(
    async (response) => (await response.text()) === "here",
    () => false,
  );

it("listens only on 127.0.0.1 and ::1, and stops on both", async () => {
  const server = studio();
  await listenOn(server, 0);
  const { port } = server.address() as AddressInfo;
  expect(await answersAt("127.0.0.1", port)).toBe(true);
  expect(await answersAt("localhost", port)).toBe(true);
  expect(await answersAt("[::1]", port)).toBe(hasIpv6);
  const others = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .map(({ address }) => address);
  // On Linux all of 127.0.0.0/8 is this machine. It stands for other interfaces here.
  if (process.platform === "linux") others.push("127.0.0.2");
  for (const address of others) expect(await answersAt(address, port), address).toBe(false);
  expect(others.length).toBeGreaterThan(0);
  server.close();
  server.closeAllConnections();
  await once(server, "close");
  expect(await answersAt("[::1]", port)).toBe(false);
});

it("refuses a port that is in use at either address", async () => {
  for (const host of hasIpv6 ? ["127.0.0.1", "::1"] : ["127.0.0.1"]) {
    const other = await listen(createServer(), host);
    const server = studio();
    await expect(listenOn(server, other.port)).rejects.toMatchObject({ code: "EADDRINUSE" });
    expect(server.listening).toBe(false);
    await other.close();
  }
});
