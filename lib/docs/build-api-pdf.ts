import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { renderApiDocument } from "./api-document/render-api-document";
import { API_PDF_PATH } from "./api-pdf";

/**
 * Renders the API's PDF and puts it, complete or not at all, where `apiPdf` reads it.
 * @returns the path written, relative to `root`, and the size in bytes
 */
export async function buildApiPdf(root: string, now: Date): Promise<{ path: string; bytes: number }> {
  const target = join(root, API_PDF_PATH);
  const pdf = await renderApiDocument(now);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(`${target}.new`, pdf);
  await rename(`${target}.new`, target);
  return { path: API_PDF_PATH, bytes: pdf.byteLength };
}
