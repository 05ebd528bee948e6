import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { BUILT_FOLDER } from "@/lib/cli/prepare.mjs";

export interface HubProcess {
  baseUrl: string;
  process: ChildProcess;
  /** Everything it has said so far, on both streams. */
  said(): string;
  /** Sends a signal and gives the exit code once the process has ended; null when the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

const READY = "Ctrl-C stops it.";
const running = new Set<ChildProcess>();

/** Ends every hub that a test left running, also one that never came up. */
export async function killHubs(): Promise<void> {
  await Promise.all(
    [...running].map((hub) => {
      const ended = once(hub, "exit");
      hub.kill("SIGKILL");
      return ended;
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

/**
 * Runs the built hub in a process of its own, as `npm start` does after it has built, and gives it once it says that it runs.
 * @throws Error with what it said, when it ends before
 */
export async function startHub(
  dataDirectory: string,
  env: Record<string, string> = {},
  place: { folder?: string; cwd?: string } = {},
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
  { folder = BUILT_FOLDER, cwd = "." }: { folder?: string; cwd?: string },
): Promise<HubProcess> {
  const port = Number(env.PORT ?? (await freePort()));
  const baseUrl = `http://localhost:${port}`;
  const hub = spawn(process.execPath, [join(folder, "server.js")], {
    cwd,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      HUB_DATA_DIR: dataDirectory,
      PORT: String(port),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(hub);
  hub.once("exit", () => running.delete(hub));
  const ended = once(hub, "exit");
  let output = "";
  await new Promise<void>((ready, fail) => {
    const listen = (chunk: Buffer) => {
      output += chunk;
      if (output.includes(READY)) ready();
    };
    hub.stdout.on("data", listen);
    hub.stderr.on("data", listen);
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
