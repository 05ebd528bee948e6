import type { Kept } from "./own-color";

/** How people are told why a colour is not changed, by itself or under another. */
export const KEPT_WORDS: Record<Kept, { badge: string; sentence: string; ground: string }> = {
  own: {
    badge: "Own colour",
    sentence: "It stays as it is, being the brand’s own colour",
    ground: "The colour under it stays as it is, being the brand’s own",
  },
  locked: {
    badge: "Locked",
    sentence: "It stays as it is, being locked",
    ground: "The colour under it stays as it is, being locked",
  },
};

export const IN_ITS_PLACE = "A colour to use for text in its place can be added.";
