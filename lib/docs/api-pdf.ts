import { readFile } from "node:fs/promises";
import { ownFile } from "@/lib/kernel/own-files";

/** Where the build writes the PDF, in the hub's own folder. */
export const API_PDF_PATH = "lib/docs/generated/api.pdf";

let bytes: Promise<Uint8Array<ArrayBuffer>> | undefined;

async function readPdf(): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(ownFile(API_PDF_PATH)));
  } catch (cause) {
    throw new Error(`${API_PDF_PATH} cannot be read: \`npm run build\` makes it.`, { cause });
  }
}

/**
 * The bytes of the API's PDF as the last build rendered it, read once for the whole process; a failed reading is tried again.
 * @throws Error that names `npm run build` when the file is not there
 */
export function apiPdf(): Promise<Uint8Array<ArrayBuffer>> {
  bytes ??= readPdf().catch((error) => {
    bytes = undefined;
    throw error;
  });
  return bytes;
}
