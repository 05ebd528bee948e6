import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { listen } from "../../support/listen";
import { MINTED, type Minted } from "./minted";

export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const LOGS = `${ROOT}tests/.output/e2e`;
/** The variable with the run's folder of data directories. */
export const DATA = "E2E_DATA";
/** The seeded data directory that each hub under test copies. */
export const TEMPLATE = "template";

const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 15_000;

export interface Hub {
  url: string;
  directory: string;
  minted: Minted;
  stop(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const { port, close } = await listen(createServer());
  await close();
  return port;
}

/** Runs the hub like `npm start`. */
function spawnHub(environment: Record<string, string>, log: string): ChildProcess {
  const output = openSync(log, "w");
  return spawn(process.execPath, ["lib/server/cli/start.mjs"], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ["ignore", output, output],
  });
}

async function stop(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null) return;
  const exited = once(process, "exit");
  process.kill("SIGINT");
  const timer = setTimeout(() => process.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}

/** Starts a hub on a copy of the seeded data, on a free or given port, and waits until it responds. */
export async function startHub(
  name: string,
  environment: Record<string, string> = {},
  given: number | null = null,
): Promise<Hub> {
  const directory = `${process.env[DATA]}/${name}`;
  rmSync(directory, { recursive: true, force: true });
  cpSync(`${process.env[DATA]}/${TEMPLATE}`, directory, { recursive: true });
  const port = given ?? (await freePort());
  const url = `http://localhost:${port}`;
  mkdirSync(LOGS, { recursive: true });
  const log = `${LOGS}/${name}.log`;
  const own = {
    PORT: String(port),
    HUB_BASE_URL: url,
    HUB_DATA_DIR: directory,
    HUB_EMBEDDED_DATABASE: "1",
    // Fast tests cause more refusals a minute than one client is normally allowed.
    RATE_LIMIT_FAILED_AUTH_PER_MINUTE: "1000",
    // One tool has its credentials in the environment (support/seed.ts).
    CORE_CHILD_APP_TOKEN__PRINT_ROOM: "print-room-token-of-the-environment-0123456789",
    CHILD_WEBHOOK_SECRET__PRINT_ROOM: "print-room-secret-of-the-environment-0123456789",
  };
  const hub = spawnHub({ ...own, ...environment }, log);
  const until = performance.now() + START_TIMEOUT_MS;
  while (!(await fetch(`${url}/sign-in`).catch(() => null))?.ok) {
    if (hub.exitCode !== null || performance.now() > until)
      throw new Error(`the hub ${name} did not start:\n${readFileSync(log, "utf8")}`);
    await delay(100);
  }
  const minted: Minted = JSON.parse(readFileSync(`${directory}/${MINTED}`, "utf8"));
  return { url, directory, minted, stop: () => stop(hub) };
}
