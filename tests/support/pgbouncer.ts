import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { requireProgram } from "../run/find-tools.mjs";
import { folderOf, packageUser, untilReady } from "./debian-postgres";
import { freePort } from "./hub-process";

export interface PgBouncer {
  /** The same database through PgBouncer. */
  urlOf: (databaseUrl: string) => string;
  stop: () => Promise<void>;
}

/**
 * Starts PgBouncer in transaction mode in front of a PostgreSQL server. Each transaction can get any server session.
 */
export async function startPgBouncer(serverUrl: string, more: Record<string, string> = {}): Promise<PgBouncer> {
  await requireProgram("pgbouncer");
  const user = packageUser();
  const folder = await folderOf(user, "hub-pgbouncer-");
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const port = await freePort();
  const settings = {
    pool_mode: "transaction",
    listen_addr: "127.0.0.1",
    listen_port: String(port),
    unix_socket_dir: "",
    auth_type: "any",
    // Less than two of the hub's pools, so sessions change hands.
    default_pool_size: "8",
    max_client_conn: "1000",
    ...more,
  };
  const server = `host=${hostname} port=${serverPort} user=${username}${password && ` password=${password}`}`;
  const lines = [
    "[databases]",
    `* = ${server}`,
    "[pgbouncer]",
    ...Object.entries(settings).map((pair) => pair.join(" = ")),
  ];
  const file = join(folder, "pgbouncer.ini");
  await writeFile(file, `${lines.join("\n")}\n`);
  // The package's user must be able to read it, whatever the umask.
  await chmod(file, 0o644);
  const bouncer = spawn("pgbouncer", [file], { ...user, cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  await untilReady(bouncer, /process up/);
  return {
    urlOf: (databaseUrl) => {
      const url = new URL(databaseUrl);
      url.port = String(port);
      return url.href;
    },
    async stop() {
      const ended = once(bouncer, "exit");
      bouncer.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
