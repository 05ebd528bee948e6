/** In characters. */
export const MAX_NOTE_LENGTH = 500;
/** Per page. */
export const COMPARED_FIELDS = 100;
