import { randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

async function writeTemporary(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomUUID()}.tmp`;
  const file = await open(temporary, "wx", 0o600);
  try {
    await file.writeFile(text);
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
export async function replacePrivateFile(path: string, text: string): Promise<void> {
  const temporary = await writeTemporary(path, text);
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
