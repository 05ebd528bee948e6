import type { ReviewerMatches } from "@/components/review/types";
import type { BrandDocument } from "@/lib/content";
import type {
  DraftSave,
  DraftState,
  MergeConflict,
  PublishSchedule,
  ReviewRequest,
  SavedDraft,
} from "@/lib/publishing";
import type { FormResult } from "@/lib/web/actions/form-result";

/** `stale`: the draft or its base version changed in the meantime. */
export type OrStale<T> = FormResult<T | "stale">;

export interface Publication {
  version: number;
  /** False when the draft equals the live version. */
  changed: boolean;
  toolsNotified: number;
  state: DraftState;
}

export interface MergePreview {
  conflicts: MergeConflict[];
  revision: number;
  state: DraftState;
}

export type MergeChoices = Record<string, "mine" | "theirs">;

/** Server actions of a draft. They reject when the server can't be reached. */
export interface DraftActions {
  load: (brandId: string) => Promise<FormResult<DraftState>>;
  save: (save: DraftSave) => Promise<OrStale<SavedDraft>>;
  merge: (edited: { brandId: string; baseVersion: number; document: BrandDocument }) => Promise<OrStale<DraftState>>;
  publish: (input: { brandId: string; revision: number; note: string }) => Promise<OrStale<Publication>>;
  schedule: (input: PublishSchedule) => Promise<OrStale<DraftState>>;
  unschedule: (brandId: string) => Promise<FormResult<DraftState>>;
  reviewers: (input: { brandId: string; search: string }) => Promise<FormResult<ReviewerMatches>>;
  requestReview: (request: ReviewRequest) => Promise<FormResult<DraftState>>;
  discard: (brandId: string) => Promise<FormResult<DraftState>>;
  previewRebase: (brandId: string) => Promise<OrStale<MergePreview>>;
  rebase: (input: { brandId: string; revision: number; choices: MergeChoices }) => Promise<OrStale<DraftState>>;
}
