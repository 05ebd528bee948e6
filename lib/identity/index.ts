export { type CommittedVersion, commitVersion } from "./commit-version";
export { compileDocument } from "./compile-document";
export { diffDocuments, type FieldChange } from "./diff-documents";
export { discardDraft } from "./discard-draft";
export { StaleDraft, StaleEdit } from "./errors";
export { documentOf } from "./flatten-document";
export { identityToMarkdown } from "./identity-to-markdown";
export { joinDraft } from "./join-draft";
export {
  compareVersions,
  getVersion,
  listVersions,
  pageVersions,
  type VersionEntry,
  type VersionPage,
} from "./list-versions";
export {
  type Completeness,
  type CompletenessSection,
  type MissingField,
  measureCompleteness,
} from "./measure-completeness";
export { type Merge, type MergeConflict, mergeDocuments } from "./merge-documents";
export { type DraftState, openDraft } from "./open-draft";
export { type EditorState, openEditor } from "./open-editor";
export { type IdentityPreview, previewIdentity } from "./preview-identity";
export { type Publication, publishDraft } from "./publish-draft";
export { previewRebase, rebaseDraft } from "./rebase-draft";
export { restoreVersion } from "./restore-version";
export { type DraftSave, type SavedDraft, saveDraft } from "./save-draft";
export { getSnapshot } from "./snapshots";
