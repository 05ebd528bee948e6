import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ownFile } from "@/lib/platform/private-file";

const FOLDER = "lib/api/docs/generated";

/**
 * Writes a file atomically where `readGenerated` reads it.
 * @returns its path, relative to `root`
 */
export async function writeGenerated(root: string, name: string, content: Uint8Array | string): Promise<string> {
  const path = `${FOLDER}/${name}`;
  const target = join(root, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(`${target}.new`, content);
  await rename(`${target}.new`, target);
  return path;
}

/**
 * Reads a file of the last build, once per process; a failed read is retried.
 * @throws Error that names `npm run build` if the file is missing
 */
export function readGenerated<Value>(name: string, parse: (bytes: Buffer) => Value): () => Promise<Value> {
  const path = `${FOLDER}/${name}`;
  let value: Promise<Value> | undefined;
  const read = async (): Promise<Value> => {
    try {
      return parse(await readFile(ownFile(path)));
    } catch (cause) {
      throw new Error(`${path} can't be read. Run \`npm run build\` to create it.`, { cause });
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

/**
 * The API's PDF from the last build.
 * @throws Error that names `npm run build` if it is missing
 */
export const apiPdf = readGenerated(API_PDF, (bytes) => new Uint8Array(bytes));
