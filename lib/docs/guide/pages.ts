import { blocks } from "./blocks";
import { readProse } from "./prose";
import { type PageContent, readPage } from "./read-page";

/** A page of the guide: `id` is the last part of its address, `markdown` all of it with what the contract gives, the rest is what that holds. */
export interface GuidePage extends PageContent {
  id: string;
  markdown: string;
}

/** The pages in reading order; the contents of everything that is made of them come from this list. */
export const ORDER = [
  "quickstart",
  "overview",
  "authentication",
  "conventions",
  "limits",
  "bundle-cache",
  "federation",
  "events",
  "webhooks",
  "kit",
  "python",
  "production",
  "errors",
  "versioning",
  "changelog",
  "operations",
  "data-types",
  "hub-internal",
] as const;

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
  ORDER.map((id) => {
    const markdown = withBlocks(readProse(`${id}.md`));
    return { id, markdown, ...readPage(markdown) };
  });
