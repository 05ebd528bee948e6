import { randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * Creates the folder and its parents for their owner only. True if it is new. Node's `recursive` hangs where the
 * system answers ENOENT for an existing parent, as in /proc.
 */
export async function makePrivateFolder(path: string): Promise<boolean> {
  if (await isThere(path)) return false;
  const parent = dirname(path);
  if (parent !== path) await makePrivateFolder(parent);
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if (await isThere(path)) return false;
    throw error;
  }
}

async function writeTemporary(path: string, content: string | Uint8Array): Promise<string> {
  await makePrivateFolder(dirname(path));
  const temporary = `${path}.${randomUUID()}.tmp`;
  const file = await open(temporary, "wx", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return temporary;
}

/** Replaces the file atomically, readable only by its owner. */
export async function replacePrivateFile(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = await writeTemporary(path, content);
  await rename(temporary, path).catch(async (error) => {
    await rm(temporary, { force: true });
    throw error;
  });
}

/**
 * Creates a file only its owner can read, if there is none. If several processes write at once, exactly one succeeds.
 */
export async function createPrivateFile(path: string, text: string): Promise<void> {
  const temporary = await writeTemporary(path, text);
  try {
    // Unlike a rename, a hard link fails if the target exists.
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

export async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    throw error;
  });
}

/** On `globalThis`: Next's pages and the server each load this module. */
const holder = globalThis as typeof globalThis & { hubOwnFolder?: string };

/** A file shipped with the hub: in the build folder, else in the working directory. */
export const ownFile = (path: string): string =>
  join(/* turbopackIgnore: true */ holder.hubOwnFolder ?? process.cwd(), path);

export function setOwnFolder(folder: string): void {
  holder.hubOwnFolder = folder;
}
