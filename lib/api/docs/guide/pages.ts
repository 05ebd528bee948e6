import { blocks, resourceTexts } from "./blocks";
import { readProse } from "./prose";
import { type PageContent, readPage } from "./read-page";

/** A page of the guide: `id` is the last part of its address, `markdown` all of it with what the contract gives, the rest is what that holds. */
export interface GuidePage extends PageContent {
  id: string;
  group: string;
  markdown: string;
}

/** The pages in reading order, by the groups of the contents. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  "Get started": ["quickstart", "overview", "authentication", "conventions", "limits"],
  Guides: ["bundle-cache", "federation", "events", "webhooks", "production"],
  Kits: ["kit", "python", "kit-classes", "kit-functions", "kit-types"],
  API: ["operations", ...Object.keys(resourceTexts), "data-types", "errors", "hub-internal"],
  Versions: ["versioning", "changelog"],
};

/** Whether a page is one of those that the list of operations leads to. */
export const isOfResource = (id: string): boolean => id in resourceTexts;

const CONTRACT_BLOCK = /^```contract\n(.*)\n```$/gm;

/** The text with each `contract` block replaced by what it names. @throws Error for a block that the contract does not give */
export function withBlocks(markdown: string): string {
  return markdown.replaceAll(CONTRACT_BLOCK, (_, name: string) => {
    const block = blocks[name];
    if (!block) throw new Error(`The contract gives no block "${name}".`);
    return block();
  });
}

/** All pages, made anew of the prose and the contract: what the build does once. */
export const makeGuide = (): GuidePage[] =>
  Object.entries(GROUPS).flatMap(([group, ids]) =>
    ids.map((id) => {
      const markdown = resourceTexts[id] ?? withBlocks(readProse(`${id}.md`));
      return { id, group, markdown, ...readPage(markdown) };
    }),
  );
