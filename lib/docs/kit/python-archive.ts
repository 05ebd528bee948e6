import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TarFile } from "../tar";

/** The contract in Python: a package to copy, a child on it, and the tests of both. */
const PYTHON_FOLDER = "tests/child-tool/python";

export const PYTHON_ARCHIVE = "brand-identity-hub-python.tar.gz";

/** Its files as they stand, below the name of the folder that they are unpacked to. */
export async function pythonFiles(root: string): Promise<TarFile[]> {
  const folder = join(root, PYTHON_FOLDER);
  const names = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll("\\", "/"));
  const given = names.filter((name) => name.endsWith(".py") || name === "README.md").sort();
  return Promise.all(
    given.map(async (name) => ({
      path: `brand-identity-hub-python/${name}`,
      content: await readFile(join(folder, name)),
    })),
  );
}
