import { cx } from "@/components/ui/cx";

/** Around a reading: the brand's typefaces, and a measure for what stands beside what. */
export const READING = "brand-type @container text-sm leading-normal";

/** Around the sections of a part, which fill each row. */
export const SECTIONS = "flex flex-wrap gap-x-10 gap-y-3 pb-2 sm:gap-y-5";

/** What is read well beside another section. */
const HALVES = new Set(["distinction", "typography", "archetype", "dimensions", "trademarks", "boilerplate"]);

/** The room of a section among the others of its part; one that says nothing is a small invitation. */
export function widthOf(id: string, empty: boolean): string {
  if (empty) return "grow basis-full rounded-xl border border-line border-dashed p-4 sm:basis-64";
  return cx("grow basis-full", HALVES.has(id) && "md:basis-[calc(50%-1.25rem)]");
}
