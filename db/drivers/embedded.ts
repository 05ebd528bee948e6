import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { isDiskLow, NoRoom, noRoomOf } from "@/lib/platform/disk-space";
import { log } from "@/lib/platform/log";
import { makePrivateFolder } from "@/lib/platform/private-file";
import { within } from "@/lib/platform/timing";
import { COPY_PATIENCE, copyDatabase, newestMigration } from "../copy/index";
import type { OpenDatabase } from "../database";
import { lockDirectory } from "../directory-lock";
import { type Binaries, findBinaries, NoPostgres } from "../embedded/binaries";
import { makeCluster, putInPlace, requireVersion } from "../embedded/cluster";
import { endLeftover } from "../embedded/leftover";
import { startServer } from "../embedded/server";
import { CannotOpen } from "../explain-database-error";
import { open as openServer } from "./pg";

/** Few connections: the machine is the hub's too. Nothing lies between that could fall silent, so that only who waits long waits in vain. */
const POOL = {
  poolSize: 8,
  patience: { connectMs: 10_000, queryMs: 10_000, restedMs: 60_000, probeMs: 5_000 },
  isReadOnly: isDiskLow,
};

const OBEY_EVERY_MS = 500;
const CLOSED_WITHIN_MS = 5_000;

/** The folders of a data directory: of PostgreSQL, and of PGlite, which hubs had before. */
const foldersIn = (directory: string) => ({ home: join(directory, "postgres"), pglite: join(directory, "db") });

const isThere = (path: string): boolean => existsSync(/* turbopackIgnore: true */ path);

/** Where a cluster is made; each time another, since what a killed hub began may still be written to. */
const STAGING = "postgres.new-";

async function onServer(home: string, binaries: Binaries, patience = POOL.patience): Promise<OpenDatabase> {
  await requireVersion(home, binaries);
  const server = await startServer(home, binaries);
  // One process alone holds the directory: there is nobody to listen for.
  const { listen: _, ...database } = await openServer(server.url, { ...POOL, patience });
  return {
    ...database,
    async close() {
      // Who still holds a connection loses it with the server.
      await within(CLOSED_WITHIN_MS, database.close()).catch(() => {});
      await server.stop();
    },
  };
}

/** Copies what PGlite has into the new cluster, every table compared; PGlite's folder stays as it is. Gives how many rows there are. */
async function carryOver(pglite: string, staging: string, binaries: Binaries): Promise<number> {
  const source = await (await import("./pglite")).open(pglite);
  try {
    if ((await newestMigration(source.db)) === null) return 0;
    const target = await onServer(staging, binaries, COPY_PATIENCE);
    let rows = 0;
    try {
      await copyDatabase(source.db, target, (copied) => {
        rows += copied.rows;
      });
    } finally {
      await target.close();
    }
    return rows;
  } finally {
    await source.close();
  }
}

async function removeHalfMade(directory: string): Promise<void> {
  for (const name of readdirSync(/* turbopackIgnore: true */ directory).filter((name) => name.startsWith(STAGING))) {
    const staging = join(directory, name);
    await endLeftover(staging);
    await rm(staging, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Makes the cluster apart, so that a kill at any moment leaves either none or a whole one; gives the rows carried over, or null if there was nothing. */
async function makeHome(directory: string): Promise<number | null> {
  const { home, pglite } = foldersIn(directory);
  const binaries = findBinaries();
  const staging = await mkdtemp(join(directory, STAGING));
  await makeCluster(staging, binaries);
  // That it was made is not yet that it runs.
  await (await onServer(staging, binaries)).close();
  const rows = isThere(pglite) ? await carryOver(pglite, staging, binaries) : null;
  await putInPlace(staging, home);
  return rows;
}

/** Sets PGlite's folder aside once its content stands in the cluster. */
async function setAside(directory: string, rows: number | null): Promise<string[]> {
  const { pglite } = foldersIn(directory);
  if (!isThere(pglite)) return [];
  const aside = `${pglite}.before-postgres-${new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14)}`;
  await rename(pglite, aside);
  const carried = rows === null ? "" : ` ${rows} rows were carried over, and each table compared.`;
  return [
    `The embedded database is PostgreSQL now.${carried} The former one is kept in ${aside}: delete it once you miss nothing.`,
  ];
}

/** PGlite's one connection, which refuses to write while nothing may be written. */
function limited(database: OpenDatabase): OpenDatabase {
  let readsOnly = false;
  const obey = setInterval(() => {
    if (readsOnly === isDiskLow()) return;
    readsOnly = isDiskLow();
    void database.db.execute(sql.raw(`set default_transaction_read_only = ${readsOnly}`));
  }, OBEY_EVERY_MS).unref();
  return {
    ...database,
    close() {
      clearInterval(obey);
      return database.close();
    },
  };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function openEngine(directory: string): Promise<OpenDatabase> {
  const { home, pglite } = foldersIn(directory);
  let rows: number | null = null;
  await removeHalfMade(directory).catch((err: unknown) => log.warn({ err }, "a half made database was not removed"));
  if (!isThere(home)) {
    if (isDiskLow()) throw new NoRoom();
    try {
      rows = await makeHome(directory);
    } catch (error) {
      if (!(error instanceof NoPostgres)) log.warn({ err: error }, "PostgreSQL could not be made ready");
      const database = limited(await (await import("./pglite")).open(pglite));
      const notice = `The embedded database is PGlite, since PostgreSQL cannot run here: ${reasonOf(error)}. It has one connection, so that long work holds up everybody: see docs/operations.md.`;
      return { ...database, notices: [notice] };
    }
  }
  try {
    const database = await onServer(home, findBinaries(home));
    return { ...database, notices: await setAside(directory, rows) };
  } catch (error) {
    if (!(error instanceof NoPostgres)) throw error;
    throw new CannotOpen(`The embedded database in ${home} needs PostgreSQL, which cannot run here: ${error.message}.`);
  }
}

/** Opens the embedded database in `directory`, which this process holds alone until it closes. @throws CannotOpen, or NoRoom to make one */
export async function open(directory: string): Promise<OpenDatabase> {
  await makePrivateFolder(directory).catch((cause) => {
    if (noRoomOf(cause)) throw cause;
    throw new CannotOpen(`The folder ${directory} cannot be made: ${cause.code}. Name another by HUB_DATA_DIR.`);
  });
  const lock = await lockDirectory(directory);
  try {
    const database = await openEngine(directory);
    return {
      ...database,
      async close() {
        await database.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
