import type { ARCHETYPES } from "@/lib/contract";

/** Sections that need half a row. */
export const HALVES: ReadonlySet<string> = new Set([
  "distinction",
  "typography",
  "archetype",
  "dimensions",
  "trademarks",
  "boilerplate",
]);

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
