import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { Redis } from "ioredis";

const run = promisify(execFile);
const INSTALL = "apt-get update && apt-get install -y --no-install-recommends redis-server";

const isInstalled = () =>
  run("redis-server", ["--version"]).then(
    () => true,
    () => false,
  );

/** A Redis server is on the path afterwards. No npm package ships one, so that root may fetch it from the distribution. */
async function requireRedisServer(): Promise<void> {
  if (await isInstalled()) return;
  if (process.getuid?.() === 0) {
    // Other tests may be installing too: wait for the package manager's lock.
    const script = INSTALL.replaceAll("apt-get", "apt-get -qq -o DPkg::Lock::Timeout=120");
    await run("sh", ["-c", script]).catch((error: unknown) => {
      throw new Error(`These tests need a real redis-server, and installing it failed. Run: ${INSTALL}`, {
        cause: error,
      });
    });
  }
  if (!(await isInstalled())) throw new Error(`These tests need a real redis-server. As root, run: ${INSTALL}`);
}

export interface RunningRedis {
  client: Redis;
  stop: () => Promise<void>;
}

/** Starts an empty Redis of its own on a Unix socket, which persists nothing. */
export async function startRedis(): Promise<RunningRedis> {
  await requireRedisServer();
  const folder = await mkdtemp(join(tmpdir(), "hub-redis-"));
  const socketPath = join(folder, "redis.sock");
  const options = ["--port", "0", "--unixsocket", socketPath, "--save", "", "--appendonly", "no", "--dir", folder];
  const server = spawn("redis-server", options, { stdio: ["ignore", "pipe", "inherit"] });
  const exited = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`redis-server ended with code ${code}.`)));
    createInterface(server.stdout).on("line", (line) => {
      if (/ready to accept connections/i.test(line)) resolve();
    });
  });
  const client = new Redis({ path: socketPath, maxRetriesPerRequest: 1 });
  return {
    client,
    stop: async () => {
      client.disconnect();
      server.kill();
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
