import { guide } from "./guide";
import type { Sample } from "./guide/read-page";

/** The first steps of connecting a tool, in all the guide's languages. */
export type SetUpSamples = readonly { title: string; samples: readonly Sample[] }[];

/** Sections of the quickstart shown on a tool's setup page. */
const SECTIONS = ["Read a bundle", "Hear of a change", "Tell what happened"];

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
