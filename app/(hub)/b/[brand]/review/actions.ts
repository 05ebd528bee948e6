"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import type { CommentKey, DraftState, ReviewAnswer, ReviewKey, ReviewRequest, Thread } from "@/lib/publishing";
import {
  addComment,
  answerReview,
  deleteComment,
  editComment,
  listReviewers,
  openDraft,
  requestReview,
  resolveThread,
  withdrawReview,
} from "@/lib/publishing/server";
import type { Ctx } from "@/lib/runtime/context";
import { actionResult, type FormResult } from "@/lib/web/actions/form-result";

const Key = z.object({ brandId: z.uuid(), reviewId: z.uuid() });
const Answer = Key.extend({ answer: z.enum(["approved", "changes_asked"]), revision: z.int().positive() });
const InThread = Key.extend({ path: z.string().nullable() });
const OfComment = Key.extend({ commentId: z.uuid() });
const Request = z.object({ brandId: z.uuid(), note: z.string().nullable(), reviewers: z.array(z.uuid()).max(100) });
const Search = z.object({ brandId: z.uuid(), search: z.string().max(200) });
const Text = { text: z.string() };

const changing = (run: (ctx: Ctx) => Promise<unknown>, message: string): Promise<FormResult> =>
  actionResult(
    "changes",
    async (ctx) => {
      await run(ctx);
      revalidatePath("/b/[brand]", "layout");
    },
    message,
  );

export async function listReviewersAction(input: z.input<typeof Search>) {
  return actionResult("lookups", (ctx) => listReviewers(ctx, Search.parse(input)));
}

export async function requestReviewAction(input: ReviewRequest): Promise<FormResult<DraftState>> {
  return actionResult("changes", async (ctx) => {
    const request = Request.parse(input);
    await requestReview(ctx, request);
    revalidatePath("/b/[brand]", "layout");
    return openDraft(ctx, { brandId: request.brandId });
  });
}

export async function withdrawReviewAction(key: ReviewKey): Promise<FormResult> {
  return changing((ctx) => withdrawReview(ctx, Key.parse(key)), "Review withdrawn");
}

export async function answerReviewAction(input: ReviewAnswer): Promise<FormResult> {
  const message = input.answer === "approved" ? "You approved this draft" : "You requested changes";
  return changing((ctx) => answerReview(ctx, Answer.parse(input)), message);
}

export async function addCommentAction(input: Thread & { text: string }): Promise<FormResult> {
  return changing((ctx) => addComment(ctx, InThread.extend(Text).parse(input)), "Comment added");
}

export async function editCommentAction(input: CommentKey & { text: string }): Promise<FormResult> {
  return changing((ctx) => editComment(ctx, OfComment.extend(Text).parse(input)), "Comment saved");
}

export async function deleteCommentAction(input: CommentKey): Promise<FormResult> {
  return changing((ctx) => deleteComment(ctx, OfComment.parse(input)), "Comment deleted");
}

export async function resolveThreadAction(input: Thread & { resolved: boolean }): Promise<FormResult> {
  const thread = InThread.extend({ resolved: z.boolean() });
  return changing(
    (ctx) => resolveThread(ctx, thread.parse(input)),
    input.resolved ? "Thread resolved" : "Thread reopened",
  );
}
