import { EXAMPLE_BASE_URL } from "./guide/examples";
import type { GuidePage } from "./guide/pages";
import type { Inline, Part, Sample } from "./guide/read-page";
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

const plain = (text: readonly Inline[]): string => text.map((part) => part.text).join("");

export function partText(part: Part): string {
  switch (part.kind) {
    case "paragraph":
    case "note":
      return plain(part.text);
    case "heading":
      return part.title;
    case "list":
      return part.items.map(plain).join("\n");
    case "table":
      return part.rows.map((row) => row.map(plain).join(" ")).join("\n");
    case "request":
      return `${part.method} ${part.path}`;
    case "samples":
      return part.samples.map(({ code }) => code).join("\n");
  }
}

export function aboutPage({ lead, sections }: GuidePage): string {
  const first = [...lead, ...sections.flatMap(({ parts }) => parts)].find((part) => part.kind === "paragraph");
  return first ? partText(first) : "";
}

/** The first steps of connecting a tool, in all the guide's languages. */
export type SetUpSamples = readonly { title: string; samples: readonly Sample[] }[];

/** Sections of the quickstart shown on a tool's setup page. */
const SECTIONS = ["Read a bundle", "Receive a webhook", "Send a first event"];

const isProgram = (samples: readonly Sample[]) => samples.some(({ file }) => file !== undefined);

/** Samples of the quickstart, which tests run unchanged. */
export async function setUpSamples(baseUrl: string): Promise<SetUpSamples> {
  const page = (await guide(baseUrl)).find(({ id }) => id === "quickstart");
  return (page?.sections ?? [])
    .filter(({ title }) => SECTIONS.includes(title))
    .flatMap(({ title, parts }) => {
      const programs = parts.flatMap((part) =>
        part.kind === "samples" && isProgram(part.samples) ? [part.samples] : [],
      );
      const name = ([{ file } = {}]: readonly Partial<Sample>[]) => (programs.length > 1 ? `${title}: ${file}` : title);
      return programs.map((samples) => ({ title: name(samples), samples }));
    });
}
