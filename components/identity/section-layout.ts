import { cx } from "@/components/ui/cx";

export const READING = "brand-type @container text-sm leading-normal";

export const SECTIONS = "flex flex-wrap gap-x-10 gap-y-3 pb-2 sm:gap-y-5";

const HALVES = new Set(["distinction", "typography", "archetype", "dimensions", "trademarks", "boilerplate"]);

/** Width classes of a section. An empty one is a small invitation to fill it. */
export function widthOf(id: string, empty: boolean): string {
  if (empty) return "grow basis-full rounded-xl border border-line border-dashed p-4 sm:basis-64";
  return cx("grow basis-full", HALVES.has(id) && "md:basis-[calc(50%-1.25rem)]");
}
