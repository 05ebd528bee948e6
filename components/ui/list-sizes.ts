/** Shorter lists need no search. */
export const SEARCH_FROM = 6;

/** Case-insensitive search, as the database does it, for lists that are loaded whole. */
export const holdsText = (search: string, texts: readonly (string | null)[]): boolean =>
  texts.some((text) => text?.toLowerCase().includes(search.toLowerCase()));

/** Maximum shown of a list without pages. */
export const FIRST_SHOWN = 25;
