import { and, count, eq, isNull, type SQL, sql } from "drizzle-orm";
import { reviewComments } from "@/db/schema";
import type { AuditAction } from "@/lib/access";
import { lockBrand, recordAudit, requirePermission } from "@/lib/access/server";
import { inTransaction } from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { storableText } from "@/lib/platform/output-text";
import type { Ctx } from "../context";
import { MAX_COMMENT_BYTES, MAX_COMMENT_LENGTH, MAX_COMMENTS, MAX_PATH_LENGTH } from "./limits";
import { getOpenReview, type OpenReview, type ReviewKey, reviewTarget } from "./read-review";

/** The comments on one field, or on the whole draft (null). */
export interface Thread extends ReviewKey {
  path: string | null;
}

export interface CommentKey extends ReviewKey {
  commentId: string;
}

function commentText(input: string): string {
  const text = storableText(input.trim());
  if (text === "") throw new BadRequest("Write a comment.", { field: "text" });
  if (text.length > MAX_COMMENT_LENGTH)
    throw new BadRequest(`A comment can have at most ${MAX_COMMENT_LENGTH.toLocaleString("en")} characters.`, {
      field: "text",
    });
  return text;
}

/** Viewers can comment too. */
async function changeComments(
  ctx: Ctx,
  key: ReviewKey,
  work: (tx: Ctx, acting: { review: OpenReview; userId: string }) => Promise<void>,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { userId } = await lockBrand(tx, key.brandId, "read");
    await work(tx, { review: await getOpenReview(tx, key), userId });
  });
}

/** Never holds the text, which its author may delete. */
const entryOf = (review: OpenReview, { brandId, action, path = null }: EntryOf) => ({
  brandId,
  action,
  target: reviewTarget(review),
  ...(path === null ? {} : { diff: { field: [null, path] as [unknown, unknown] } }),
});

interface EntryOf {
  brandId: string;
  action: AuditAction;
  path?: string | null;
}

const inThread = ({ reviewId, path }: Thread): SQL | undefined =>
  and(
    eq(reviewComments.reviewId, reviewId),
    path === null ? isNull(reviewComments.path) : eq(reviewComments.path, path),
  );

/**
 * Call after writing a comment. The limit keeps a review on one page.
 * @throws BadRequest
 */
async function requireQuota({ db }: Ctx, review: OpenReview): Promise<void> {
  const [said] = await db
    .select({ comments: count(), bytes: sql<number>`coalesce(sum(octet_length(${reviewComments.text})), 0)::int` })
    .from(reviewComments)
    .where(eq(reviewComments.reviewId, review.id));
  if (!said || (said.comments <= MAX_COMMENTS && said.bytes <= MAX_COMMENT_BYTES)) return;
  throw new BadRequest(
    `A review can have at most ${MAX_COMMENTS} comments and ${MAX_COMMENT_BYTES / 1024} KB of text.`,
  );
}

/**
 * Reopens a resolved thread.
 * @throws BadRequest for an empty or too long text, or too many comments; NotFound once the review is over
 */
export async function addComment(ctx: Ctx, { text: input, ...thread }: Thread & { text: string }): Promise<void> {
  await requirePermission(ctx, thread.brandId, "read");
  const text = commentText(input);
  const path = storableText(thread.path);
  if (path !== null && (path === "" || path.length > MAX_PATH_LENGTH)) throw new BadRequest("There is no such field.");
  await changeComments(ctx, thread, async (tx, { review, userId }) => {
    await tx.db.update(reviewComments).set({ resolvedAt: null }).where(inThread(thread));
    const said = { id: newId(), reviewId: review.id, userId, path, text, createdAt: tx.now };
    await tx.db.insert(reviewComments).values(said);
    await requireQuota(tx, review);
    await recordAudit(tx, entryOf(review, { brandId: thread.brandId, action: "review.commented", path }));
  });
}

const ownComment = ({ commentId, reviewId }: CommentKey, userId: string) =>
  and(eq(reviewComments.id, commentId), eq(reviewComments.reviewId, reviewId), eq(reviewComments.userId, userId));

const NO_COMMENT = "This comment doesn’t exist, or it isn’t yours.";

/** @throws NotFound for another person's comment, BadRequest as `addComment` */
export async function editComment(ctx: Ctx, { text: input, ...key }: CommentKey & { text: string }): Promise<void> {
  await requirePermission(ctx, key.brandId, "read");
  const text = commentText(input);
  await changeComments(ctx, key, async (tx, { review, userId }) => {
    const own = ownComment(key, userId);
    const [before] = await tx.db.select({ text: reviewComments.text }).from(reviewComments).where(own);
    if (!before) throw new NotFound(NO_COMMENT);
    await tx.db.update(reviewComments).set({ text, editedAt: tx.now }).where(own);
    // An older review may exceed the limit, so only growth is checked.
    if (Buffer.byteLength(text) > Buffer.byteLength(before.text)) await requireQuota(tx, review);
    await recordAudit(tx, entryOf(review, { brandId: key.brandId, action: "review.comment_edited" }));
  });
}

/** @throws NotFound for another person's comment */
export async function deleteComment(ctx: Ctx, key: CommentKey): Promise<void> {
  await requirePermission(ctx, key.brandId, "read");
  await changeComments(ctx, key, async (tx, { review, userId }) => {
    const deleted = await tx.db
      .delete(reviewComments)
      .where(ownComment(key, userId))
      .returning({ id: reviewComments.id });
    if (deleted.length === 0) throw new NotFound(NO_COMMENT);
    await recordAudit(tx, entryOf(review, { brandId: key.brandId, action: "review.comment_deleted" }));
  });
}

/** @throws NotFound when the thread has no comments */
export async function resolveThread(ctx: Ctx, { resolved, ...thread }: Thread & { resolved: boolean }): Promise<void> {
  await requirePermission(ctx, thread.brandId, "read");
  const action = resolved ? "review.thread_resolved" : "review.thread_reopened";
  await changeComments(ctx, thread, async (tx, { review }) => {
    const changed = await tx.db
      .update(reviewComments)
      .set({ resolvedAt: resolved ? tx.now : null })
      .where(inThread(thread))
      .returning({ id: reviewComments.id });
    if (changed.length === 0) throw new NotFound("This thread has no comments.");
    await recordAudit(tx, entryOf(review, { ...thread, action }));
  });
}
