import { EXAMPLE_BASE_URL } from "./guide/examples";
import type { GuidePage } from "./guide/pages";
import { readGenerated } from "./made-by-build";

export const GUIDE = "guide.json";

const madeText = readGenerated(GUIDE, (bytes) => bytes.toString("utf8"));
const made = new Map<string, readonly GuidePage[]>();

/**
 * The guide's pages in reading order, with the hub's address in their samples.
 * @throws Error that names `npm run build` if they aren't built
 */
export async function guide(baseUrl: string): Promise<readonly GuidePage[]> {
  const pages = made.get(baseUrl) ?? JSON.parse((await madeText()).replaceAll(EXAMPLE_BASE_URL, baseUrl));
  made.set(baseUrl, pages);
  return pages;
}
