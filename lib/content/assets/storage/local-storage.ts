import { access, chmod, constants, open, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isDiskLow, NoRoom } from "@/lib/platform/disk-space";
import { makePrivateFolder, replacePrivateFile } from "@/lib/platform/private-file";
import { type FileStorage, orUnavailable, requireStorageKey } from "./file-storage";

/**
 * Keeps files in a directory of this machine, each written whole or not at all: to a temporary name, flushed, then
 * renamed, so that a reader or a crash never meets half a file. The directory is made when first needed, and is its owner's alone: one that an
 * earlier release or an operator made is closed to others at its first use.
 */
export function createLocalStorage(directory: string): FileStorage {
  const pathOf = (key: string) => join(directory, requireStorageKey(key));
  let closed: Promise<void> | undefined;
  // What cannot be closed belongs to another user or is not there; what is done next says so.
  const closeToOthers = () => (closed ??= chmod(directory, 0o700).catch(() => {}));
  return {
    async put(key, bytes) {
      if (isDiskLow()) throw new NoRoom();
      const path = pathOf(key);
      await orUnavailable("write a file", () => writeAtomically(path, bytes));
      await closeToOthers();
    },
    async read(key) {
      const path = pathOf(key);
      await closeToOthers();
      return orUnavailable("read a file", () => readFile(path).catch(nullIfMissing));
    },
    async delete(key) {
      const path = pathOf(key);
      await orUnavailable("delete a file", () => rm(path, { force: true }));
    },
    async probe() {
      const mayWrite = (path: string) => access(path, constants.R_OK | constants.W_OK);
      await closeToOthers();
      // Before the first file there is no directory, and its parent has to let one be made.
      await orUnavailable("be read and written", () => mayWrite(directory).catch(() => mayWrite(dirname(directory))));
    },
  };
}

async function writeAtomically(path: string, bytes: Buffer): Promise<void> {
  const folder = dirname(path);
  const isNew = await makePrivateFolder(folder);
  await replacePrivateFile(path, bytes);
  // The new name lives in the folder, and a new folder in its parent: each is lost in a crash unless flushed too.
  await syncFolder(folder);
  if (isNew) await syncFolder(dirname(folder));
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
