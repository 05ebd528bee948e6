import { guide } from "./guide";
import type { Sample } from "./guide/read-page";

/** What somebody who connects a tool does first, each in every language that the guide has it in. */
export type SetUpSamples = readonly { title: string; samples: readonly Sample[] }[];

/** Sections of the quickstart whose samples a tool's set-up page shows. */
const SECTIONS = ["Read a bundle", "Hear of a change", "Tell what happened"];

/** A program, and not a line to try something with. */
const isProgram = (samples: readonly Sample[]) => samples.some(({ file }) => file !== undefined);

/** The quickstart's own samples, which tests run as they stand. */
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
