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

/** A person with an editing page open. */
export interface Presence {
  userId: string;
  name: string;
  page: EditingPage;
  sinceMs: number;
}

/** State that the hub pushes to an open page. */
export interface LiveBrand {
  /** The published version. */
  version: number;
  /** Null for deleted people. */
  publishedBy: string | null;
  byYou: boolean;
  /** True if it was published by schedule. */
  scheduled: boolean;
  /** Others who are editing, longest first. Empty for viewers. */
  editing: Presence[];
  /** Changes whenever the review page would. Null if no review is open. */
  review: string | null;
}
