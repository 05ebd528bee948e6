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
  /** Everything it has said so far, on both streams. */
  said(): string;
  /** Sends a signal and gives the exit code once the process has ended; null when the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** A demo says so; any other hub answers what Next has to once that is loaded. */
const READY = "Ctrl-C stops it.";
async function untilLoaded(baseUrl: string, hub: ChildProcess): Promise<void> {
  while (hub.exitCode === null && hub.signalCode === null) {
    if (await fetch(`${baseUrl}/_next/static/nothing`, { redirect: "manual" }).catch(() => null)) return;
    await delay(50);
  }
}
/** Each with its data directory. */
const running = new Map<ChildProcess, string>();
const SERVER_ENDS_WITHIN_MS = 10_000;

/** The database server ends by itself once its hub was killed, and writes into the directory until then. */
async function serverEnded(directory: string): Promise<void> {
  const file = join(directory, "postgres/cluster/postmaster.pid");
  for (const untilMs = performance.now() + SERVER_ENDS_WITHIN_MS; performance.now() < untilMs; await delay(20))
    if (!existsSync(file)) return;
}

/** Ends every hub that a test left running, also one that never came up. */
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
  /** The open file that its log goes to; else it is in what it has said. */
  logTo?: number | "pipe";
  /** Gets the process before it has come up. */
  spawned?: (hub: ChildProcess) => void;
}

/**
 * Runs the built hub in a process of its own, as `npm start` does after it has built, and gives it once it says that it runs.
 * @throws Error with what it said, when it ends before
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
      // Somebody else got the free port first.
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
      // Nobody sends anything on to another hub here, unless a test says so.
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
