export { assetEntry } from "./bundles/assemble-bundle";
export type { ReadMarks } from "./bundles/read-marks";
export type { PublishingJobs, PublishingServices } from "./context";
export { applyVocabulary, type WordRun } from "./identity/apply-vocabulary";
export type { Comparison, ComparisonView } from "./identity/compare-documents";
export { type ChangedField, diffChanges, entryNames, type FieldDiff } from "./identity/diff-changes";
export type { FieldChange } from "./identity/diff-documents";
export { COMPARED_FIELDS, MAX_NOTE_LENGTH, StaleDraft, StaleEdit } from "./identity/errors";
export { documentOf } from "./identity/flatten-document";
export * from "./identity/identity-parts";
export * from "./identity/identity-to-markdown";
export type { VersionComparison, VersionEntry, VersionPage } from "./identity/list-versions";
export * from "./identity/locale-texts";
export * from "./identity/measure-completeness";
export type { Merge, MergeConflict } from "./identity/merge-draft";
export type { DraftState, EditorState, IdentityPreview } from "./identity/open-editor";
export type { CommittedVersion, Publication } from "./identity/publish-draft";
export type { DraftSave, DraftSchedule, ReviewedDraft, SavedDraft } from "./identity/save-draft";
export type { PublishSchedule } from "./identity/schedule-publish";
export type { BrandHit } from "./identity/search-document";
export { tidyDocument } from "./identity/tidy-document";
export {
  differingFields,
  type EntryDiff,
  isGroup,
  type TextRun,
  type ValueDiff,
} from "./identity/value-diff";
export { isZone, momentsOf, offsetName, type ZonedTime, zonedText, zonedTimeOf } from "./identity/zoned-time";
export { EDITING_PAGES, type EditingPage, type LiveBrand, type Presence } from "./presence/live-brand";
export type { LiveBrands } from "./presence/live-brands";
export type { Approvals } from "./reviews/approvals";
export type { CommentKey, Thread } from "./reviews/comments";
export { MAX_APPROVALS, MAX_COMMENT_LENGTH, MAX_REVIEWERS } from "./reviews/limits";
export type { Review, ReviewComment, ReviewKey, ReviewPerson } from "./reviews/read-review";
export type { ReviewAnswer, ReviewRequest } from "./reviews/request-review";
export type { ListedVersion, PublishedVersion, VersionReader } from "./versions/read-version";
