import { execFile } from "node:child_process";
import { readFile, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { CannotOpen } from "../explain-database-error";
import { clusterIn, socketIn } from "./cluster";

/** Signals in order of force, and how long to wait after each. All three keep committed data safe. */
export const STOP_SIGNALS = [
  ["SIGINT", 5_000],
  ["SIGQUIT", 6_000],
  ["SIGKILL", 2_000],
] as const;
const LOOK_AGAIN_MS = 20;

async function commandOf(pid: number): Promise<string | null> {
  try {
    if (process.platform === "linux") return await readFile(`/proc/${pid}/cmdline`, "utf8");
    return (await promisify(execFile)("ps", ["-o", "command=", "-p", String(pid)])).stdout;
  } catch {
    return null;
  }
}

/** Exact match: a longer path, or an editor on one of its files, isn't a server. */
const isServerOf = (command: string | null, cluster: string): boolean =>
  command?.replaceAll("\0", " ").includes(`postgres -D ${cluster} -c `) ?? false;

async function isGone(pid: number, cluster: string, withinMs: number): Promise<boolean> {
  for (const untilMs = performance.now() + withinMs; performance.now() < untilMs; await delay(LOOK_AGAIN_MS))
    if (!isServerOf(await commandOf(pid), cluster)) return true;
  return false;
}

/**
 * Stops the server that a killed hub left running on its cluster. The caller holds the directory, so no other hub
 * uses it. On Windows children end with their process.
 * @throws CannotOpen if it doesn't stop
 */
export async function endLeftover(home: string): Promise<void> {
  if (process.platform === "win32") return;
  // The server's command line has the real path.
  const path = await realpath(home);
  const cluster = clusterIn(path);
  const file = join(cluster, "postmaster.pid");
  const pid = Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10);
  const command = pid > 0 ? await commandOf(pid) : null;
  if (!isServerOf(command, cluster)) {
    // The pid now belongs to another process, as in containers, where pids restart. PostgreSQL would take it for a
    // running server.
    if (command !== null) await rm(file, { force: true });
    // The socket's lock file has the same pid and would block a start too.
    await rm(`${socketIn(path)}.lock`, { force: true });
    return;
  }
  for (const [signal, withinMs] of STOP_SIGNALS) {
    try {
      process.kill(pid, signal);
    } catch {}
    if (await isGone(pid, cluster, withinMs)) return;
  }
  throw new CannotOpen(
    `The database server ${pid}, left behind by an earlier hub, can't be stopped. Stop it, then start again.`,
  );
}
