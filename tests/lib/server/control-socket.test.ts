import { mkdtemp, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { log } from "@/lib/platform/log";
import { askRunningHub, openControlSocket } from "@/lib/server/control-socket";

log.level = "silent";

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "hub-control-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

it("returns the running hub's current state", async () => {
  let version = 1;
  const control = await openControlSocket(directory, async () => ({ version }));
  expect(await askRunningHub(directory)).toEqual({ version: 1 });
  version = 2;
  expect(await askRunningHub(directory)).toEqual({ version: 2 });
  await control.close();
});

it("can be opened only by its owner", async () => {
  const control = await openControlSocket(directory, async () => ({}));
  expect((await stat(join(directory, "control.sock"))).mode & 0o777).toBe(0o600);
  await control.close();
});

it("reports that no hub is running, before the first start and after a stop", async () => {
  expect(await askRunningHub(directory)).toBeNull();
  const control = await openControlSocket(directory, async () => ({}));
  await control.close();
  expect(await askRunningHub(directory)).toBeNull();
});

it("replaces a socket that a dead process left", async () => {
  const left = createServer();
  await new Promise<void>((done) => left.listen(join(directory, "control.sock"), done));
  const control = await openControlSocket(directory, async () => ({ alive: true }));
  expect(await askRunningHub(directory)).toEqual({ alive: true });
  await control.close();
  left.close();
});

it("rejects with a sentence if the hub runs but can't answer", async () => {
  const control = await openControlSocket(directory, async () => {
    throw new Error("the database is away");
  });
  await expect(askRunningHub(directory)).rejects.toThrow("failed to answer");
  await control.close();
});
