import { execFile } from "node:child_process";
import { readFile, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { CannotOpen } from "../explain-database-error";
import { clusterIn, socketIn } from "./cluster";

/** Each harsher than the one before, and how long it is given: what is written is safe with all three. */
export const WAYS_TO_END = [
  ["SIGINT", 5_000],
  ["SIGQUIT", 6_000],
  ["SIGKILL", 2_000],
] as const;
const LOOK_AGAIN_MS = 20;

/** The command line of a process; null for one that does not live. */
async function commandOf(pid: number): Promise<string | null> {
  try {
    if (process.platform === "linux") return await readFile(`/proc/${pid}/cmdline`, "utf8");
    return (await promisify(execFile)("ps", ["-o", "command=", "-p", String(pid)])).stdout;
  } catch {
    return null;
  }
}

/** As `Server` starts it: a path that contains this one, or an editor on one of its files, is none. */
const isServerOf = (command: string | null, cluster: string): boolean =>
  command?.replaceAll("\0", " ").includes(`postgres -D ${cluster} -c `) ?? false;

async function isGone(pid: number, cluster: string, withinMs: number): Promise<boolean> {
  for (const untilMs = performance.now() + withinMs; performance.now() < untilMs; await delay(LOOK_AGAIN_MS))
    if (!isServerOf(await commandOf(pid), cluster)) return true;
  return false;
}

/**
 * Ends the server that a hub left on its cluster by ending in a way that gave it no time. The caller holds the directory, so that whatever
 * serves it is nobody's. Windows ends a process's children with it. @throws CannotOpen for one that does not end
 */
export async function endLeftover(home: string): Promise<void> {
  if (process.platform === "win32") return;
  // As the server was told it, whatever links lead there.
  const path = await realpath(home);
  const cluster = clusterIn(path);
  const file = join(cluster, "postmaster.pid");
  const pid = Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10);
  const command = pid > 0 ? await commandOf(pid) : null;
  if (!isServerOf(command, cluster)) {
    // Its number is another process's now, as in containers, whose numbers begin anew: PostgreSQL would take that for a server.
    if (command !== null) await rm(file, { force: true });
    // The socket's own says no more than that one, and stands in the way by the same number.
    await rm(`${socketIn(path)}.lock`, { force: true });
    return;
  }
  for (const [signal, withinMs] of WAYS_TO_END) {
    try {
      process.kill(pid, signal);
    } catch {
      // Gone in between, which the next look says.
    }
    if (await isGone(pid, cluster, withinMs)) return;
  }
  throw new CannotOpen(
    `The database server ${pid}, which a former hub left behind, does not end. End it, and start again.`,
  );
}
