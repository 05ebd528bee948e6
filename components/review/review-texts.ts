import { counted } from "@/lib/platform/text";
import type { CommentKey, ReviewAnswer, ReviewKey, Thread } from "@/lib/publishing";
import type { FormResult } from "@/lib/web/actions/form-result";

/** Returns the draft's approvals: `1 of 2 approvals`. */
export function approvalsText({ required, given }: { required: number; given: number }): string {
  if (required === 0) return given === 0 ? "No approvals yet" : counted(given, "approval");
  return `${Math.min(given, required)} of ${counted(required, "approval")}`;
}

/** Returns how many approvals are missing, or null when the draft has enough. */
export function missingText({ required, given }: { required: number; given: number }): string | null {
  const missing = required - given;
  if (missing <= 0) return null;
  return `Needs ${counted(missing, "more approval")} before publishing.`;
}

export interface ReviewActions {
  answer: (input: ReviewAnswer) => Promise<FormResult>;
  withdraw: (key: ReviewKey) => Promise<FormResult>;
  comment: (input: Thread & { text: string }) => Promise<FormResult>;
  edit: (input: CommentKey & { text: string }) => Promise<FormResult>;
  remove: (input: CommentKey) => Promise<FormResult>;
  resolve: (input: Thread & { resolved: boolean }) => Promise<FormResult>;
}

export interface Reviewer {
  userId: string;
  name: string;
  mayApprove: boolean;
  asked: boolean;
}

export interface ReviewerMatches {
  people: Reviewer[];
  more: boolean;
}
