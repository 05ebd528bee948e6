export const MAX_APPROVALS = 5;
export const MAX_REVIEWERS = 10;
export const MAX_COMMENT_LENGTH = 2_000;
export const MAX_COMMENTS = 300;
/** In bytes. The review page shows all comments and stays below 1 MB. */
export const MAX_COMMENT_BYTES = 128 * 1024;
export const MAX_PATH_LENGTH = 300;
