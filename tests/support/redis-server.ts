import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Redis } from "ioredis";
import { freePort } from "./hub-process";

export interface RunningRedis {
  client: Redis;
  port: number;
  url: string;
  /** Kills it like a power cut. Its counts are lost. */
  kill: () => Promise<void>;
  /** Starts it again on the same port. */
  restart: () => Promise<void>;
  /** Keeps accepting connections but answers none until resumed. */
  hang: () => void;
  resume: () => void;
  stop: () => Promise<void>;
}

async function spawnRedis(port: number, folder: string, more: readonly string[]): Promise<ChildProcess> {
  const options = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder];
  const server = spawn("redis-server", ["--port", String(port), ...options, ...more], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`redis-server ended with code ${code}.`)));
    createInterface(server.stdout).on("line", (line) => {
      if (/ready to accept connections/i.test(line)) resolve();
    });
  });
  return server;
}

/** Starts an empty Redis on loopback without persistence. Call `requireRedis` first. */
export async function launchRedis(more: readonly string[] = []): Promise<RunningRedis> {
  const folder = await mkdtemp(join(tmpdir(), "hub-redis-"));
  const port = await freePort();
  let server = await spawnRedis(port, folder, more);
  const client = new Redis({ host: "127.0.0.1", port, maxRetriesPerRequest: 1 });
  client.on("error", () => {});
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, "exit");
    server.kill("SIGKILL");
    await exited;
  };
  return {
    client,
    port,
    url: `redis://127.0.0.1:${port}`,
    kill,
    async restart() {
      await kill();
      server = await spawnRedis(port, folder, more);
    },
    hang: () => void server.kill("SIGSTOP"),
    resume: () => void server.kill("SIGCONT"),
    async stop() {
      client.disconnect();
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
