import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Redis } from "ioredis";
import { fromMaker } from "./from-maker";

export interface RunningRedis {
  client: Redis;
  stop: () => Promise<void>;
}

/** Starts an empty Redis of its own on a Unix socket, which persists nothing. */
export async function startRedis(): Promise<RunningRedis> {
  await fromMaker("redis");
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
