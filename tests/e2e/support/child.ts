import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { freePort, type Hub, ROOT } from "./hub";

const START_TIMEOUT_MS = 60_000;

/** Runs the child tool beside a hub as `npm run child` does, on a free port or a given one, until `stop`. */
export async function startChild(
  { directory }: Hub,
  environment: Record<string, string> = {},
  given: number | null = null,
): Promise<{ url: string; stop(): Promise<void> }> {
  const port = given ?? (await freePort());
  const url = `http://localhost:${port}`;
  const env = { ...process.env, HUB_URL: "", ...environment, HUB_DATA_DIR: directory, CHILD_PORT: String(port) };
  const child: ChildProcess = spawn("npm", ["run", "--silent", "child"], {
    cwd: ROOT,
    env,
    stdio: "pipe",
    detached: true,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (said += chunk));
  const until = performance.now() + START_TIMEOUT_MS;
  while (!(await fetch(`${url}/health`).catch(() => null))?.ok) {
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
