/** Pages that edit a brand's draft, by the first segment after its slug. */
export const EDITING_PAGES = [
  "identity",
  "palette",
  "typography",
  "foundations",
  "imagery",
  "logos",
  "assets",
] as const;
export type EditingPage = (typeof EDITING_PAGES)[number];

/** Somebody who has an editing page of the brand open. */
export interface Presence {
  userId: string;
  name: string;
  page: EditingPage;
  sinceMs: number;
}

/** What an open page of a brand is told as it changes. */
export interface LiveBrand {
  /** What is live. */
  version: number;
  /** Who published that; null where nobody is known any more. */
  publishedBy: string | null;
  byYou: boolean;
  /** The hub published it by itself, as they had scheduled. */
  scheduled: boolean;
  /** Who else is editing, the longest first; empty for who may not edit. */
  editing: Presence[];
  /** Another text whenever the page of the brand's review shows something else; null while none is open. */
  review: string | null;
}
