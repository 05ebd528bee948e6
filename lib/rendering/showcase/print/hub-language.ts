/** What a printed document is in where its brand names no language: the hub’s own words are in it. */
export const HUB_LANGUAGE = "en-GB";
