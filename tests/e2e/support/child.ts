import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort, type Hub, ROOT } from "./hub";

const START_TIMEOUT_MS = 60_000;
const NEXT = "node_modules/next/dist/bin/next";
const NEXT_CHILD = "tests/child-tool/next";
const PRODUCTION = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" } as const;

/** A tool that runs next to a hub until `stop`. */
export interface RunningChild {
  url: string;
  stop(): Promise<void>;
}

/** Runs a program with extra environment variables and waits until it responds at its address. */
async function runTool(
  command: string[],
  environment: Record<string, string>,
  { url, health }: { url: string; health: string },
): Promise<RunningChild> {
  const [program = "", ...args] = command;
  const env = { ...process.env, ...environment };
  const child: ChildProcess = spawn(program, args, { cwd: ROOT, env, stdio: "pipe", detached: true });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (said += chunk));
  const until = performance.now() + START_TIMEOUT_MS;
  while (!(await fetch(`${url}${health}`).catch(() => null))?.ok) {
    if (child.exitCode !== null || performance.now() > until) throw new Error(`the child did not start:\n${said}`);
    await delay(200);
  }
  return {
    url,
    async stop() {
      if (child.pid && child.exitCode === null) {
        const exited = once(child, "exit");
        process.kill(-child.pid, "SIGINT");
        await exited;
      }
    },
  };
}

/** Runs the child tool next to a hub like `npm run child`, on a free or given port. */
export async function startChild(
  { directory }: Hub,
  environment: Record<string, string> = {},
  given: number | null = null,
): Promise<RunningChild> {
  const port = given ?? (await freePort());
  const own = { HUB_URL: "", ...environment, HUB_DATA_DIR: directory, CHILD_PORT: String(port) };
  return runTool(["npm", "run", "--silent", "child"], own, { url: `http://localhost:${port}`, health: "/health" });
}

export async function buildNextChild(): Promise<void> {
  const env = { ...process.env, ...PRODUCTION };
  await promisify(execFile)(process.execPath, [NEXT, "build", NEXT_CHILD], { cwd: ROOT, env });
}

/** Runs the built Next child with its SQLite file in the hub's directory. */
export function startNextChild(
  { directory }: Hub,
  environment: Record<string, string>,
  port: number,
): Promise<RunningChild> {
  const command = [process.execPath, NEXT, "start", NEXT_CHILD, "--port", String(port), "--hostname", "localhost"];
  const own = { ...environment, ...PRODUCTION, STUDIO_DB: `${directory}/next-studio.db` };
  return runTool(command, own, { url: `http://localhost:${port}`, health: "/version" });
}
