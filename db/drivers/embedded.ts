import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { DiskFull, diskFullOf, isDiskLow } from "@/lib/platform/disk-space";
import { log } from "@/lib/platform/log";
import { makePrivateFolder } from "@/lib/platform/private-file";
import { withTimeout } from "@/lib/platform/timing";
import type { OpenDatabase } from "../database";
import { lockDirectory } from "../directory-lock";
import {
  type Binaries,
  endLeftover,
  findBinaries,
  makeCluster,
  NoPostgres,
  putInPlace,
  requireVersion,
} from "../embedded/cluster";
import { startServer } from "../embedded/server";
import { CannotOpen } from "../explain-database-error";
import { PASS_THROUGH } from "../migrations";
import { open as openServer } from "./pg";

/** Few connections, because the database shares the hub's machine. No network can lose them, so there are no probes. */
const POOL = {
  poolSize: 8,
  timeouts: { connectMs: 10_000, queryMs: 10_000, restedMs: 60_000, probeMs: 5_000 },
  isReadOnly: isDiskLow,
};

const CLOSED_WITHIN_MS = 5_000;

const isThere = (path: string): boolean => existsSync(/* turbopackIgnore: true */ path);

/** A new name each time: a killed hub may still be writing to the old folder. */
const STAGING = "postgres.new-";

async function onServer(home: string, binaries: Binaries): Promise<OpenDatabase> {
  await requireVersion(home, binaries);
  const server = await startServer(home, binaries);
  // The directory has one process, so there are no others to listen to.
  const { listen: _, ...database } = await openServer(server.url, POOL);
  return {
    ...database,
    async close() {
      await withTimeout(CLOSED_WITHIN_MS, database.close()).catch(() => {});
      await server.stop();
    },
  };
}

async function removeHalfMade(directory: string): Promise<void> {
  for (const name of readdirSync(/* turbopackIgnore: true */ directory).filter((name) => name.startsWith(STAGING))) {
    const staging = join(directory, name);
    await endLeftover(staging);
    await rm(staging, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Builds the cluster in a separate folder, so a kill leaves a complete cluster or none. */
async function makeHome(directory: string, home: string): Promise<void> {
  if (isDiskLow()) throw new DiskFull();
  const binaries = findBinaries();
  const staging = await mkdtemp(join(directory, STAGING));
  await makeCluster(staging, binaries);
  await (await onServer(staging, binaries)).close();
  await putInPlace(staging, home);
}

/** Older releases stored a PGlite database in `db`. A cluster next to it already has its rows. */
function refusePglite(directory: string): void {
  const former = join(directory, "db");
  if (isThere(former))
    throw new CannotOpen(
      `${former} holds a PGlite database, which this release can't read. Start the hub of commit ${PASS_THROUGH} on ${directory} once to copy it to PostgreSQL, then this release.`,
    );
}

async function openEngine(directory: string): Promise<OpenDatabase> {
  const home = join(directory, "postgres");
  await removeHalfMade(directory).catch((err: unknown) =>
    log.warn({ err }, "an incomplete database could not be removed"),
  );
  const isNew = !isThere(home);
  if (isNew) refusePglite(directory);
  try {
    if (isNew) await makeHome(directory, home);
    return await onServer(home, findBinaries(home));
  } catch (error) {
    if (!(error instanceof NoPostgres)) throw error;
    throw new CannotOpen(
      isNew
        ? `The embedded PostgreSQL can't run here: ${error.message}. Set DATABASE_URL to a PostgreSQL server.`
        : `The embedded database in ${home} needs PostgreSQL, which can't run here: ${error.message}.`,
    );
  }
}

/**
 * Opens the embedded database in `directory`, which this process holds until it closes.
 * @throws CannotOpen, or DiskFull if the disk is too full to create one
 */
export async function open(directory: string): Promise<OpenDatabase> {
  await makePrivateFolder(directory).catch((cause) => {
    if (diskFullOf(cause)) throw cause;
    throw new CannotOpen(
      `The folder ${directory} can't be created (${cause.code}). Set HUB_DATA_DIR to another folder.`,
    );
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
