/** Characters of the note that a publisher may leave with a version. */
export const MAX_NOTE_LENGTH = 500;
/** Fields of a page of a comparison. */
export const COMPARED_FIELDS = 100;
