import { createReadStream, existsSync } from "node:fs";
import { chmod, copyFile, mkdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { createGunzip, gzip } from "node:zlib";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Database, rowsOf } from "@/db/client";
import { type Snapshot, withSnapshot } from "@/db/copy";
import { runProgram } from "@/db/embedded/cluster";
import type { FileStorage } from "@/lib/content";
import { searchPath } from "@/lib/platform/config/env";
import { diskFullOf } from "@/lib/platform/disk-space";
import { makePrivateFolder, ownFile } from "@/lib/platform/private-file";
import type { Hub } from "@/lib/runtime/hub";
import { pauseFileDeletion, writeFiles, writeList } from "./files";
import { BackupRefused, flush, type Manifest, type Part, partOf, writeManifest, writePart } from "./manifest";

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
  const outcome = await runProgram(tool, args, { NODE_ENV: "production", PATH: searchPath(), ...env });
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

async function dump(tx: Database, url: string, path: string): Promise<void> {
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

const pathOf = (table: string): string => `rows/${table}.jsonl.gz`;

type Tables = Manifest["tables"];

/** Writes each table as lines of pages (db/copy/snapshot.ts), one gzip member per line. */
async function writeRows(snapshot: Snapshot, folder: string): Promise<{ tables: Tables; parts: Part[] }> {
  await mkdir(join(folder, "rows"), { mode: 0o700 });
  const tables: Tables = [];
  const parts: Part[] = [];
  for (const table of snapshot.tables) {
    const part = writePart(folder, pathOf(table.name));
    const pages = snapshot.pagesOf(table);
    let next = await pages.next();
    for (; !next.done; next = await pages.next())
      await part.write(await promisify(gzip)(`${JSON.stringify([next.value.rows, ...next.value.columns])}\n`));
    parts.push(await part.close());
    tables.push({ ...table, columns: [...table.columns], key: [...table.key], ...next.value });
  }
  return { tables, parts };
}

export function snapshotIn(folder: string, { migration, tables, sequences }: Manifest): Snapshot {
  const kept = (name: string) => {
    const table = tables.find((each) => each.name === name);
    if (!table) throw new BackupRefused(`The backup in ${folder} has no table ${name}.`);
    return { rows: table.rows, digest: table.digest };
  };
  return {
    migration,
    tables: tables.map(({ name, columns, key }) => ({ name, columns, key })),
    sequences,
    digestOf: async ({ name }) => kept(name),
    async *pagesOf({ name }) {
      // An empty table's file has no gzip member, which gunzip would take for truncation.
      if (kept(name).rows > 0) {
        const text = createReadStream(join(folder, pathOf(name))).pipe(createGunzip());
        for await (const line of createInterface({ input: text })) {
          const [rows, ...columns] = JSON.parse(line) as [number, ...string[]];
          yield { rows, columns };
        }
      }
      return kept(name);
    },
  };
}

export interface BackupSource {
  db: Database;
  storage: FileStorage;
  /** Server for `pg_dump`; null for the embedded database, whose rows the hub writes. */
  url: string | null;
  /** Embedded data directory whose secrets to include; null to omit them. */
  secretsIn: string | null;
}

export const SECRET_FILES = ["secrets.json", "demo.json"];

const DUMP = "database.dump";

async function writeDatabase(
  { url }: BackupSource,
  { snapshot, tx, folder }: { snapshot: Snapshot; tx: Database; folder: string },
): Promise<Pick<Manifest, "database" | "tables" | "parts">> {
  if (url === null) return { database: "rows", ...(await writeRows(snapshot, folder)) };
  await dump(tx, url, join(folder, DUMP));
  await chmod(join(folder, DUMP), 0o600);
  await flush(join(folder, DUMP));
  const tables: Manifest["tables"] = [];
  for (const { name, columns, key } of snapshot.tables)
    tables.push({ name, columns: [...columns], key: [...key], ...(await snapshot.digestOf({ name, columns, key })) });
  return { database: "pg_dump", tables, parts: [await partOf(folder, DUMP)] };
}

async function writeSecrets({ secretsIn }: BackupSource, folder: string): Promise<Manifest["parts"]> {
  const parts: Manifest["parts"] = [];
  for (const name of SECRET_FILES) {
    if (!secretsIn || !existsSync(join(secretsIn, name))) continue;
    await copyFile(join(secretsIn, name), join(folder, name));
    await chmod(join(folder, name), 0o600);
    await flush(join(folder, name));
    parts.push(await partOf(folder, name));
  }
  return parts;
}

async function write(source: BackupSource, to: string): Promise<Manifest> {
  if (existsSync(to)) throw new BackupRefused(`${to} already exists. Name a new folder.`);
  const folder = `${to}.unfinished`;
  await rm(folder, { recursive: true, force: true });
  await makePrivateFolder(folder).catch((cause) => {
    if (diskFullOf(cause)) throw cause;
    throw new BackupRefused(`The folder ${folder} can't be created (${cause.code}). Set --to to another one.`);
  });
  const { version } = JSON.parse(await readFile(ownFile("package.json"), "utf8"));
  const manifest = await pauseFileDeletion(source.db, async (): Promise<Manifest> => {
    const createdAt = new Date().toISOString();
    const written = await withSnapshot(source.db, async (snapshot, tx) => {
      const { migration, sequences } = snapshot;
      const database = await writeDatabase(source, { snapshot, tx, folder });
      return { ...database, migration, sequences: [...sequences], list: await writeList(tx, folder) };
    });
    const { list, ...database } = written;
    const { lost, ...files } = await writeFiles(source.storage, folder);
    const parts = [...database.parts, list, ...(await writeSecrets(source, folder))];
    return { format: 1, version, createdAt, ...database, parts, files, lost };
  });
  await writeManifest(folder, manifest);
  await flush(folder);
  await rename(folder, to);
  await flush(dirname(to));
  return manifest;
}

/**
 * Writes a backup to a new folder: the database as of one moment and every file it names, while the hub runs. The
 * folder gets its name and manifest only once everything is on disk.
 * @throws BackupRefused
 */
export const writeBackup = (source: BackupSource, to: string): Promise<Manifest> =>
  write(source, to).catch((error) => {
    if (!diskFullOf(error)) throw error;
    throw new BackupRefused(
      `The disk of ${to} is full. Free some space or use another disk, then run the backup again.`,
    );
  });

const BackupOrder = z.object({ to: z.string(), withSecrets: z.boolean() });
export type BackupOrder = z.infer<typeof BackupOrder>;

export function backUpRunning({ db, services }: Hub, directory: string, order: unknown): Promise<Manifest> {
  const { to, withSecrets } = BackupOrder.parse(order);
  return writeBackup({ db, storage: services.storage, url: null, secretsIn: withSecrets ? directory : null }, to);
}
