/** Characters of the note that a publisher may leave with a version. */
export const MAX_NOTE_LENGTH = 500;
