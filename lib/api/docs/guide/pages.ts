import { blocks, resourceTexts } from "./blocks";
import { readProse } from "./prose";
import { type PageContent, readPage } from "./read-page";

/** `id` is the last part of the URL. `markdown` includes the contract's blocks; the other fields are parsed from it. */
export interface GuidePage extends PageContent {
  id: string;
  group: string;
  markdown: string;
}

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  "Get started": ["quickstart", "overview", "authentication", "conventions", "limits"],
  Guides: ["bundle-cache", "versions", "agents", "check", "federation", "events", "webhooks", "production"],
  Kits: ["kit", "python", "kit-classes", "kit-functions", "kit-types"],
  API: ["operations", ...Object.keys(resourceTexts), "data-types", "errors", "hub-internal"],
  Versions: ["versioning", "changelog"],
};

export const isOfResource = (id: string): boolean => id in resourceTexts;

const CONTRACT_BLOCK = /^```contract\n(.*)\n```$/gm;

/**
 * Replaces each `contract` block with the text it names.
 * @throws Error for an unknown block
 */
export function withBlocks(markdown: string): string {
  return markdown.replaceAll(CONTRACT_BLOCK, (_, name: string) => {
    const block = blocks[name];
    if (!block) throw new Error(`The contract gives no block "${name}".`);
    return block();
  });
}

/** Generates all pages from the prose and the contract, once per build. */
export const makeGuide = (): GuidePage[] =>
  Object.entries(GROUPS).flatMap(([group, ids]) =>
    ids.map((id) => {
      const markdown = resourceTexts[id] ?? withBlocks(readProse(`${id}.md`));
      return { id, group, markdown, ...readPage(markdown) };
    }),
  );
