import { randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * Makes a folder that only its owner may read, and those above it. True where there was none. Node's own `recursive` never returns
 * where the system answers ENOENT for a folder whose parent exists, as Linux does in /proc.
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

/** Writes a file that only its owner may read, whole or not at all, in place of what was there. */
export async function replacePrivateFile(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = await writeTemporary(path, content);
  await rename(temporary, path).catch(async (error) => {
    await rm(temporary, { force: true });
    throw error;
  });
}

/** Writes a file that only its owner may read, unless there is one: of several writers at once exactly one succeeds. */
export async function createPrivateFile(path: string, text: string): Promise<void> {
  const temporary = await writeTemporary(path, text);
  try {
    // A hard link, unlike a rename, refuses to replace.
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** The text of a file, or null when there is none. */
export async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    throw error;
  });
}
