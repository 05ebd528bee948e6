/** By the first URL segment after the slug. */
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

export interface Presence {
  userId: string;
  name: string;
  page: EditingPage;
  sinceMs: number;
}

export interface LiveBrand {
  version: number;
  /** Null for deleted people. */
  publishedBy: string | null;
  byYou: boolean;
  scheduled: boolean;
  /** Others who are editing, longest first. Empty for viewers. */
  editing: Presence[];
  /** Changes whenever the review page would. Null if no review is open. */
  review: string | null;
}
