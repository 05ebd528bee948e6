export { applyVocabulary, type WordRun } from "./apply-vocabulary";
export type { CommittedVersion } from "./commit-version";
export type { Comparison, ComparisonView } from "./compare-documents";
export { type ChangedField, diffChanges, entryNames, type FieldDiff } from "./diff-changes";
export type { FieldChange } from "./diff-documents";
export type { DraftSchedule } from "./drafts";
export { StaleDraft, StaleEdit } from "./errors";
export { documentOf } from "./flatten-document";
export type { IdentityTexts } from "./identity-texts";
export { identityToMarkdown } from "./identity-to-markdown";
export { labelPieces } from "./label-pieces";
export { COMPARED_FIELDS, MAX_NOTE_LENGTH } from "./limits";
export type { VersionEntry, VersionPage } from "./list-versions";
export {
  isStated,
  LOCALE_FIELDS,
  type LocaleField,
  type LocalizedIdentity,
  languageAt,
  localesOf,
  localeValue,
  localizeIdentity,
  missingTexts,
  onlyTexts,
} from "./locale-texts";
export {
  type Completeness,
  type CompletenessSection,
  type MissingField,
  measureCompleteness,
} from "./measure-completeness";
export type { Merge, MergeConflict } from "./merge-documents";
export type { DraftState } from "./open-draft";
export type { EditorState } from "./open-editor";
export type { IdentityPreview } from "./preview-identity";
export type { Publication } from "./publish-draft";
export { publishedJson } from "./published-json";
export type { ReviewedDraft } from "./reviewed-draft";
export type { DraftSave, SavedDraft } from "./save-draft";
export type { PublishSchedule } from "./schedule-publish";
export type { BrandHit } from "./search-document";
export { type Beside, type StatedPart, statedInWords } from "./stated-in-words";
export type { TextRun } from "./text-diff";
export { tidyDocument } from "./tidy-document";
export { isToneAxis, TONE_ENDS, type ToneAxis, toneInWords, toneText } from "./tone-in-words";
export {
  differingFields,
  type EntryDiff,
  FIXED_WORDS,
  isFontFile,
  isGroup,
  isLength,
  type ValueDiff,
} from "./value-diff";
export { isZone, momentsOf, offsetName, type ZonedTime, zonedText, zonedTimeOf } from "./zoned-time";
