import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { BUILT_FOLDER } from "@/lib/server/cli/prepare.mjs";

export interface HubProcess {
  baseUrl: string;
  process: ChildProcess;
  /** Output so far, of both streams. */
  said(): string;
  /** Sends a signal and waits for the exit. Returns the exit code, or null if the signal killed the process. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** A demo prints this line. Other hubs are ready once Next answers. */
const READY = "Ctrl-C stops it.";
async function untilLoaded(baseUrl: string, hub: ChildProcess): Promise<void> {
  while (hub.exitCode === null && hub.signalCode === null) {
    if (await fetch(`${baseUrl}/_next/static/nothing`, { redirect: "manual" }).catch(() => null)) return;
    await delay(50);
  }
}
/** Running hubs with their data directories. */
const running = new Map<ChildProcess, string>();
const SERVER_ENDS_WITHIN_MS = 10_000;

/** After its hub is killed, the database server stops on its own and writes to the directory until then. */
async function serverEnded(directory: string): Promise<void> {
  const file = join(directory, "postgres/cluster/postmaster.pid");
  for (const untilMs = performance.now() + SERVER_ENDS_WITHIN_MS; performance.now() < untilMs; await delay(20))
    if (!existsSync(file)) return;
}

/** Kills all hubs that tests left running, including those still starting. */
export async function killHubs(): Promise<void> {
  await Promise.all(
    [...running].map(async ([hub, directory]) => {
      const ended = once(hub, "exit");
      hub.kill("SIGKILL");
      await ended;
      await serverEnded(directory);
    }),
  );
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

interface Place {
  folder?: string;
  cwd?: string;
  /** An open file for the log. By default `said()` includes it. */
  logTo?: number | "pipe";
  /** Receives the process before it is ready. */
  spawned?: (hub: ChildProcess) => void;
}

/**
 * Runs the built hub in its own process, like `npm start` after its build, and waits until it is ready.
 * @throws Error with its output if it exits first
 */
export async function startHub(
  dataDirectory: string,
  env: Record<string, string> = {},
  place: Place = {},
): Promise<HubProcess> {
  for (;;) {
    try {
      return await startOnce(dataDirectory, env, place);
    } catch (error) {
      // Another process took the port first.
      if (env.PORT !== undefined || !/Port \d+ is in use/.test(String(error))) throw error;
    }
  }
}

async function startOnce(
  dataDirectory: string,
  env: Record<string, string>,
  { folder = BUILT_FOLDER, cwd = ".", logTo = "pipe", spawned }: Place,
): Promise<HubProcess> {
  const port = Number(env.PORT ?? (await freePort()));
  const baseUrl = `http://localhost:${port}`;
  const hub = spawn(process.execPath, [join(folder, "server.js")], {
    cwd,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      HUB_DATA_DIR: dataDirectory,
      // No proxy needs time to notice, unless a test says so.
      HUB_DRAIN_MS: "0",
      PORT: String(port),
      ...env,
    },
    stdio: ["ignore", "pipe", logTo],
  });
  running.set(hub, resolve(cwd, dataDirectory));
  spawned?.(hub);
  hub.once("exit", () => running.delete(hub));
  const ended = once(hub, "exit");
  let output = "";
  await new Promise<void>((ready, fail) => {
    const listen = (chunk: Buffer) => {
      output += chunk;
      if (output.includes(READY)) ready();
    };
    hub.stdout?.on("data", listen);
    hub.stderr?.on("data", listen);
    if (env.DATABASE_URL) void untilLoaded(baseUrl, hub).then(ready);
    hub.once("exit", (code) => fail(new Error(`the hub ended with ${code}:\n${output}`)));
  });
  return {
    baseUrl,
    process: hub,
    said: () => output,
    async end(signal) {
      hub.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}
