import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ownFile } from "@/lib/platform/own-files";

/** Where the build writes what it makes of the contract and the prose, in the hub's own folder. */
const FOLDER = "lib/api/docs/generated";

/** Puts a file, complete or not at all, where `madeByBuild` reads it. @returns its path, relative to `root` */
export async function writeMade(root: string, name: string, content: Uint8Array | string): Promise<string> {
  const path = `${FOLDER}/${name}`;
  const target = join(root, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(`${target}.new`, content);
  await rename(`${target}.new`, target);
  return path;
}

/**
 * What the last build wrote there, read once for the whole process; a failed reading is tried again.
 * @throws Error that names `npm run build` when the file is not there
 */
export function madeByBuild<Value>(name: string, parse: (bytes: Buffer) => Value): () => Promise<Value> {
  const path = `${FOLDER}/${name}`;
  let value: Promise<Value> | undefined;
  const read = async (): Promise<Value> => {
    try {
      return parse(await readFile(ownFile(path)));
    } catch (cause) {
      throw new Error(`${path} cannot be read: \`npm run build\` makes it.`, { cause });
    }
  };
  return () => {
    value ??= read().catch((error) => {
      value = undefined;
      throw error;
    });
    return value;
  };
}

export const API_PDF = "api.pdf";

/** The bytes of the API's PDF as the last build rendered it. @throws Error that names `npm run build` when it is not there */
export const apiPdf = madeByBuild(API_PDF, (bytes) => new Uint8Array(bytes));
