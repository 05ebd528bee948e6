import type { CommentKey, ReviewAnswer, ReviewKey, Thread } from "@/lib/publishing";
import type { FormResult } from "@/lib/web/actions/form-result";

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
