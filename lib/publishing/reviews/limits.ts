export const MAX_APPROVALS = 5;
export const MAX_REVIEWERS = 10;
/** Characters of what goes with a request. */
export const MAX_REQUEST_NOTE = 500;
/** Characters of a comment, and comments of a review. */
export const MAX_COMMENT_LENGTH = 2_000;
export const MAX_COMMENTS = 300;
/** Bytes of all comments of a review: its page shows them all, and stays below 1 MB. */
export const MAX_COMMENT_BYTES = 128 * 1024;
/** Characters of a field's path in a document. */
export const MAX_PATH_LENGTH = 300;
