import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { BASE_URL, DATA_DIRECTORY } from "./hub";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** The port that the demo's tool is registered with. */
export const CHILD_URL = "http://localhost:4100";
const START_TIMEOUT_MS = 60_000;

/** Runs the child tool as `npm run child` does, until `stop`. */
export async function startChild(): Promise<{ stop(): Promise<void> }> {
  const env = { ...process.env, HUB_DATA_DIR: DATA_DIRECTORY, HUB_BASE_URL: "", CHILD_PORT: "" };
  const child: ChildProcess = spawn("npm", ["run", "--silent", "child"], {
    cwd: ROOT,
    env,
    stdio: "pipe",
    detached: true,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (said += chunk));
  const until = performance.now() + START_TIMEOUT_MS;
  while (!(await fetch(`${CHILD_URL}/health`).catch(() => null))?.ok) {
    if (child.exitCode !== null || performance.now() > until)
      throw new Error(`the child did not start for ${BASE_URL}:\n${said}`);
    await delay(200);
  }
  return {
    async stop() {
      if (child.pid && child.exitCode === null) {
        const exited = once(child, "exit");
        process.kill(-child.pid, "SIGINT");
        await exited;
      }
    },
  };
}
