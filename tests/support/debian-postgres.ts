import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { POSTGRES_15, requirePostgres15 } from "../run/find-tools.mjs";
import { freePort } from "./hub-process";

/** PostgreSQL and PgBouncer refuse to run as root, so they run as their package's user. */
export function packageUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

/** Creates a directory that this user can write to. */
export async function folderOf({ uid, gid }: { uid?: number; gid?: number }, prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
  return folder;
}

/** Waits until a server's output matches `ready`. @throws Error with its output if it exits first */
export async function untilReady(server: ChildProcess, ready: RegExp): Promise<void> {
  const said: string[] = [];
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`${server.spawnfile} ended with ${code}:\n${said.join("\n")}`)));
    for (const stream of [server.stdout, server.stderr])
      if (stream)
        createInterface(stream).on("line", (line) => {
          said.push(line);
          if (ready.test(line)) resolve();
        });
  });
}

/** Starts an empty Debian PostgreSQL 15. `stop` also deletes its files. */
export async function startDebianPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  await requirePostgres15();
  const user = packageUser();
  const folder = await folderOf(user, "hub-postgres-15-");
  const data = join(folder, "data");
  const options = { ...user, cwd: folder };
  const made = spawn(
    join(POSTGRES_15, "initdb"),
    ["--pgdata", data, "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"],
    { ...options, stdio: ["ignore", "ignore", "inherit"] },
  );
  const [code] = await once(made, "exit");
  if (code !== 0) throw new Error(`initdb of PostgreSQL 15 ended with ${code}.`);
  const port = await freePort();
  const settings = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "fsync=off",
    "full_page_writes=off",
    "max_connections=300",
  ].flatMap((setting) => ["-c", setting]);
  const server = spawn(join(POSTGRES_15, "postgres"), ["-D", data, ...settings], {
    ...options,
    stdio: ["ignore", "pipe", "pipe"],
  });
  await untilReady(server, /ready to accept connections/);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      const ended = once(server, "exit");
      server.kill("SIGINT");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
