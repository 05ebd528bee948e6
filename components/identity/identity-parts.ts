import { cx } from "@/components/ui/styles";
import type { ARCHETYPES } from "@/lib/contract";

export const READING = "brand-type @container text-sm leading-normal";

export const SECTIONS = "flex flex-wrap gap-x-10 gap-y-3 pb-2 sm:gap-y-5";

const HALVES = new Set(["distinction", "typography", "archetype", "dimensions", "trademarks", "boilerplate"]);

/** Width classes of a section. An empty one is a small invitation to fill it. */
export function widthOf(id: string, empty: boolean): string {
  if (empty) return "grow basis-full rounded-xl border border-line border-dashed p-4 sm:basis-64";
  return cx("grow basis-full", HALVES.has(id) && "md:basis-[calc(50%-1.25rem)]");
}

type Archetype = (typeof ARCHETYPES)[number];

/** What each archetype wants, after Mark and Pearson, "The Hero and the Outlaw" (2001). */
export const ARCHETYPE_LINES: Record<Archetype, string> = {
  innocent: "Trusts that things can be simple, good and honest.",
  sage: "Seeks the truth and shares what it finds.",
  explorer: "Leaves the beaten path to find a new one.",
  outlaw: "Breaks the rules that no longer serve.",
  magician: "Makes what seemed impossible happen.",
  hero: "Proves its worth by courage and effort.",
  lover: "Lives for closeness, beauty and devotion.",
  jester: "Takes the moment lightly and makes it fun.",
  everyman: "Belongs with everybody and looks down on nobody.",
  caregiver: "Puts others first.",
  ruler: "Takes charge so that things run in order.",
  creator: "Makes things of lasting value.",
};
