export { findChangedBundles } from "./bundles/find-changed-bundles";
export { authenticateByBundle, authenticateForBrand, createBundleCache, readBundle } from "./bundles/read-bundle";
export { ReadMarks } from "./bundles/read-marks";
export { compareDocuments } from "./identity/compare-documents";
export { compileDocument } from "./identity/compile-document";
export { diffDocuments } from "./identity/diff-documents";
export {
  compareVersions,
  createIdentityTexts,
  getSnapshot,
  getVersion,
  identityText,
  listVersions,
  pageVersions,
} from "./identity/list-versions";
export { mergeDocuments, mergeDraft, previewRebase, rebaseDraft } from "./identity/merge-draft";
export { openDraft, openEditor, previewIdentity } from "./identity/open-editor";
export { commitVersion, publishDraft, restoreVersion } from "./identity/publish-draft";
export { discardDraft, draftVersion, readReviewedDraft, saveDraft } from "./identity/save-draft";
export { cancelPublish, runPublishTick, schedulePublish } from "./identity/schedule-publish";
export { searchBrand, searchDocument } from "./identity/search-document";
export { dropPresences, LiveBrands } from "./presence/live-brands";
export { watchBrand } from "./presence/read-live";
export { ApprovalsMissing, approvalsOf, countApprovers, setApprovalsRequired } from "./reviews/approvals";
export { addComment, deleteComment, editComment, resolveThread } from "./reviews/comments";
export { listReviewers, readReview, readReviewMark } from "./reviews/read-review";
export { answerReview, requestReview, withdrawReview } from "./reviews/request-review";
export { checkContent } from "./versions/check-version";
export { findPublishedFile } from "./versions/find-published-file";
export {
  createVersionCache,
  findCurrentVersion,
  findVersion,
  listPublishedVersions,
  requireVersionReader,
} from "./versions/read-version";
export { recordVersion, runVersionTick, versionKeys } from "./versions/record-version";
export { watchVersions } from "./versions/watch-versions";
