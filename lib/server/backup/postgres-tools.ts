import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { type Database, rowsOf } from "@/db/client";
import { searchPath } from "@/lib/platform/config/env";
import { BackupRefused } from "./manifest";

type Tool = "pg_dump" | "pg_restore";

/** Variables for PostgreSQL's programs. Arguments would be visible to every process on the machine. */
export function connectionVariables(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const named: Record<string, string | null> = {
    // URLs have IPv6 addresses in brackets; libpq needs them without.
    PGHOST: searchParams.get("host") ?? decodeURIComponent(hostname).replace(/^\[(.*)\]$/, "$1"),
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    // libpq has no `no-verify`; its `require` also encrypts without verifying the server.
    PGSSLMODE: searchParams.get("sslmode")?.replace("no-verify", "require") ?? null,
    PGSSLROOTCERT: searchParams.get("sslrootcert"),
    PGSSLCERT: searchParams.get("sslcert"),
    PGSSLKEY: searchParams.get("sslkey"),
    PGOPTIONS: searchParams.get("options"),
  };
  return Object.fromEntries(Object.entries(named).filter((each): each is [string, string] => Boolean(each[1])));
}

/**
 * Runs a PostgreSQL program from the PATH and returns its output.
 * @throws BackupRefused with its error output if it fails or is missing
 */
async function run(tool: Tool, args: string[], env: Record<string, string> = {}): Promise<string> {
  const running = spawn(tool, args, {
    env: { NODE_ENV: "production", PATH: searchPath(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const failed = once(running, "error").then(([error]) => error as Error);
  const outcome = await Promise.race([
    failed,
    Promise.all([text(running.stdout), text(running.stderr), once(running, "close")]),
  ]);
  if (outcome instanceof Error)
    throw new BackupRefused(
      `${tool} isn't on the PATH. Install PostgreSQL's client programs (Debian: postgresql-client) in the server's version or newer.`,
    );
  const [output, complaint, [code]] = outcome;
  if (code !== 0) throw new BackupRefused(`${tool} failed: ${complaint.trim().split("\n").slice(0, 5).join(" ")}`);
  return output;
}

const majorOf = (version: string): number => Number(/(\d+)/.exec(version.replace(/^\D*/, ""))?.[1]);

async function requireVersion(tool: Tool, db: Database): Promise<void> {
  const own = majorOf(await run(tool, ["--version"]));
  const [server] = await rowsOf<{ version: string }>(db, sql`select current_setting('server_version') as version`);
  const needed = majorOf(server?.version ?? "");
  if (own < needed)
    throw new BackupRefused(
      `${tool} on the PATH is from PostgreSQL ${own}, but the server is ${needed}. Install the client programs of ${needed} (Debian: postgresql-client-${needed}) and put them first on the PATH.`,
    );
}

export async function dump(tx: Database, url: string, path: string): Promise<void> {
  await requireVersion("pg_dump", tx);
  const [exported] = await rowsOf<{ id: string }>(tx, sql`select pg_export_snapshot() as id`);
  const args = ["--format=custom", "--no-owner", "--no-privileges", "--exclude-schema=hub_copy", `--file=${path}`];
  await run("pg_dump", [...args, `--snapshot=${exported?.id}`], connectionVariables(url));
}

/** Restores a dump into an empty database, completely or not at all. */
export async function undump(url: string, path: string): Promise<void> {
  const { PGDATABASE = "", ...env } = connectionVariables(url);
  const args = ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction", `--dbname=${PGDATABASE}`];
  await run("pg_restore", [...args, path], env);
}
