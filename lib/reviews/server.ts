export { answerReview } from "./answer-review";
export { approvalsOf, countApprovals, countApprovers, requireApprovals } from "./approvals";
export { addComment, deleteComment, editComment, resolveThread } from "./comments";
export { ApprovalsMissing } from "./errors";
export { listReviewers } from "./list-reviewers";
export { readReview } from "./read-review";
export { requestReview, withdrawReview } from "./request-review";
export { readReviewMark, reviewMark } from "./review-mark";
export { setApprovalsRequired } from "./set-approvals";
