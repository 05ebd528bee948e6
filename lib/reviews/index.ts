export type { ReviewAnswer } from "./answer-review";
export type { Approvals } from "./approvals";
export type { CommentKey, Thread } from "./comments";
export { MAX_APPROVALS, MAX_COMMENT_LENGTH, MAX_REQUEST_NOTE, MAX_REVIEWERS } from "./limits";
export type { ReviewKey } from "./open-review";
export type { Review, ReviewComment, ReviewPerson } from "./read-review";
export type { ReviewRequest } from "./request-review";
