import { renderApiDocument } from "./api-document/render-api-document";
import { GUIDE } from "./guide";
import { makeGuide } from "./guide/pages";
import { KIT } from "./kit/kit";
import { makeKit } from "./kit/make-kit";
import { API_PDF, writeGenerated } from "./made-by-build";

/**
 * Generates the guide, PDF and kit.
 * @returns the written paths, relative to `root`, with their sizes in bytes
 */
export async function buildDocs(root: string, now: Date): Promise<{ path: string; bytes: number }[]> {
  const made = {
    [GUIDE]: new TextEncoder().encode(JSON.stringify(makeGuide())),
    [API_PDF]: await renderApiDocument(now),
    [KIT]: new TextEncoder().encode(JSON.stringify(await makeKit(root))),
  };
  return Promise.all(
    Object.entries(made).map(async ([name, content]) => ({
      path: await writeGenerated(root, name, content),
      bytes: content.byteLength,
    })),
  );
}
