import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type OpenDatabase, openDatabase } from "@/db/client";
import { COPY_TIMEOUTS, isHalfCopied, loadSnapshot, markAsCopy, verifyCopy } from "@/db/copy";
import { tablesOf } from "@/db/copy/shape";
import { lockDirectory } from "@/db/directory-lock";
import { isTooOld, newestKnown, PASS_THROUGH } from "@/db/migrations";
import type { FileStorage } from "@/lib/content";
import { adoptFileStore, createLocalStorage } from "@/lib/content/server";
import { requireDataDirectory } from "@/lib/runtime/data-directory";
import { forEachFile, readKept, readList } from "./files";
import { BackupRefused, type Manifest, partOf, readManifest } from "./manifest";
import { SECRET_FILES, snapshotIn, undump } from "./write-backup";

/**
 * Reads and verifies a whole backup.
 * @throws BackupRefused with the bad file if it is damaged, or its release doesn't fit this one
 */
async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  if (manifest.migration > newestKnown())
    throw new BackupRefused(
      `This backup was made by release ${manifest.version}, which is newer than this one. Restore it with that release.`,
    );
  if (isTooOld(manifest.migration))
    throw new BackupRefused(
      `This backup is too old for this release. Restore it with the hub of commit ${PASS_THROUGH}, start that hub once, then this release.`,
    );
  for (const part of manifest.parts) {
    const path = join(folder, part.path);
    if (!existsSync(path)) throw new BackupRefused(`${path} is missing: this backup can't be restored.`);
    const { bytes, sha256 } = await partOf(folder, part.path);
    if (bytes !== part.bytes || sha256 !== part.sha256)
      throw new BackupRefused(`${path} is damaged: this backup can't be restored.`);
  }
  const lost = new Set(manifest.lost);
  await forEachFile(readList(folder), async ({ key }) => {
    if (!lost.has(key)) await readKept(folder, key);
  });
  return manifest;
}

/** Marks a data directory as half restored; no hub starts on it. */
const UNFINISHED = "restore-unfinished";
const ASIDE = "before-restore-";

export const isHalfRestored = (directory: string): boolean => existsSync(join(directory, UNFINISHED));

async function putFiles(folder: string, manifest: Manifest, storage: FileStorage): Promise<void> {
  const lost = new Set(manifest.lost);
  await forEachFile(readList(folder), async ({ key, mime }) => {
    if (!lost.has(key)) await storage.put(key, await readKept(folder, key), mime);
  });
}

const isOwn = (name: string): boolean => !name.endsWith(".sock") && name !== UNFINISHED && !name.startsWith(ASIDE);

async function build(folder: string, manifest: Manifest, staging: string, storage: FileStorage): Promise<void> {
  const database = await openDatabase({ driver: "embedded", directory: staging });
  try {
    await loadSnapshot(snapshotIn(folder, manifest), database);
    await database.migrate();
    await putFiles(folder, manifest, storage);
    await adoptFileStore({ db: database.db, storage, now: new Date() });
  } finally {
    await database.close();
  }
  for (const name of SECRET_FILES) {
    if (!manifest.parts.some(({ path }) => path === name)) continue;
    await copyFile(join(folder, name), join(staging, name));
    // The backup's files may have been readable by others.
    await chmod(join(staging, name), 0o600);
  }
}

/**
 * Verifies a backup, then restores it to the data directory of a stopped embedded hub. Existing data moves to a
 * folder next to it; returns that folder's name, or null if there was none. An interrupted restore starts over; no
 * hub starts before it is complete.
 * @param storageIn the file store of a hub with a data directory; default: inside it
 * @throws BackupRefused
 */
export async function restoreEmbedded(
  folder: string,
  directory: string,
  {
    replace,
    storageIn = (within) => createLocalStorage(join(within, "files")),
  }: { replace: boolean; storageIn?: (directory: string) => FileStorage },
): Promise<{ manifest: Manifest; aside: string | null }> {
  const manifest = await checkBackup(folder);
  if (manifest.database !== "rows")
    throw new BackupRefused(
      "This is a backup of a PostgreSQL server. Set DATABASE_URL to an empty database to restore it.",
    );
  await requireDataDirectory(directory);
  const lock = await lockDirectory(directory);
  try {
    const isBegun = isHalfRestored(directory);
    const there = (await readdir(directory)).filter(isOwn);
    if (there.length > 0 && !replace && !isBegun)
      throw new BackupRefused(
        `${directory} isn't empty. Set HUB_DATA_DIR to an empty folder, or use --replace to set the old data aside.`,
      );
    const staging = join(directory, UNFINISHED);
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging, { mode: 0o700 });
    await build(folder, manifest, staging, storageIn(staging));
    const aside =
      there.length > 0 ? join(directory, ASIDE + new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14)) : null;
    if (aside) {
      await mkdir(aside, { mode: 0o700 });
      for (const name of there) await rename(join(directory, name), join(aside, name));
    }
    for (const name of (await readdir(staging)).filter(isOwn)) await rename(join(staging, name), join(directory, name));
    await rm(staging, { recursive: true });
    return { manifest, aside };
  } finally {
    await lock.release();
  }
}

/**
 * True if an earlier restore into this database was interrupted.
 * @throws BackupRefused if it contains anything else
 */
async function requireRoomFor({ db }: OpenDatabase): Promise<{ isBegun: boolean; isFilled: boolean }> {
  const [isBegun, isFilled] = [await isHalfCopied(db), (await tablesOf(db)).length > 0];
  if (isFilled && !isBegun)
    throw new BackupRefused(
      "The database isn't empty. Create an empty one and set DATABASE_URL to it; the old one stays unchanged.",
    );
  return { isBegun, isFilled };
}

async function restoreDump(folder: string, manifest: Manifest, url: string, database: OpenDatabase): Promise<void> {
  const { isBegun, isFilled } = await requireRoomFor(database);
  if (!isBegun) await markAsCopy(database.db);
  if (!isFilled) await undump(url, join(folder, "database.dump"));
  await verifyCopy(snapshotIn(folder, manifest), database);
}

/**
 * Restores a backup to an empty database on a server and to the file store. No hub starts on it before everything is
 * verified.
 * @throws BackupRefused, CopyRefused
 */
export async function restoreToServer(folder: string, url: string, storage: FileStorage): Promise<Manifest> {
  const manifest = await checkBackup(folder);
  const database = await openDatabase({ driver: "pg", url, timeouts: COPY_TIMEOUTS });
  try {
    await requireRoomFor(database);
    // Files first, so that no hub shows a brand without its pictures.
    await putFiles(folder, manifest, storage);
    if (manifest.database === "rows") await loadSnapshot(snapshotIn(folder, manifest), database);
    else await restoreDump(folder, manifest, url, database);
    await database.migrate();
    await adoptFileStore({ db: database.db, storage, now: new Date() });
    return manifest;
  } finally {
    await database.close();
  }
}
