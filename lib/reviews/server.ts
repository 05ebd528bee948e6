export { answerReview } from "./answer-review";
export { approvalsOf, countApprovals, countApprovers, requireApprovals } from "./approvals";
export { addComment, deleteComment, editComment, resolveThread } from "./comments";
export { ApprovalsMissing } from "./errors";
export { listReviewers, readReviewMark, reviewMark } from "./list-reviewers";
export { readReview } from "./read-review";
export { requestReview, withdrawReview } from "./request-review";
export { setApprovalsRequired } from "./set-approvals";
