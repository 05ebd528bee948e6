import type { Metadata } from "next";
import { PictureSigning } from "@/components/diff/change-pictures";
import { OwnDraft } from "@/components/review/own-draft";
import { ReviewRefresh } from "@/components/review/review-refresh";
import { ReviewView } from "@/components/review/review-view";
import { PageHeader } from "@/components/ui/page-header";
import { readReview, readReviewedDraft, readReviewMark } from "@/lib/publishing/server";
import { brandPage } from "@/lib/web/auth/current-user";
import { comparisonView } from "../../../page-query";
import { signFilesAction } from "../draft-actions";
import { DraftScope } from "../draft-scope";
import type { BrandPageProps } from "../page-input";
import {
  addCommentAction,
  answerReviewAction,
  deleteCommentAction,
  editCommentAction,
  resolveThreadAction,
  withdrawReviewAction,
} from "./actions";

export const metadata: Metadata = { title: "Drafts and review" };

const actions = {
  answer: answerReviewAction,
  withdraw: withdrawReviewAction,
  comment: addCommentAction,
  edit: editCommentAction,
  remove: deleteCommentAction,
  resolve: resolveThreadAction,
};

export default async function ReviewPage({ params, searchParams }: BrandPageProps) {
  const { ctx, access } = await brandPage((await params).brand, "/review");
  const { id: brandId, slug } = access.brand;
  const view = comparisonView(await searchParams);
  // Read first: a change during the other reads then shows up as a new state.
  const mark = await readReviewMark(ctx, { brandId });
  const [review, draft] = await Promise.all([
    readReview(ctx, { brandId }),
    readReviewedDraft(ctx, { brandId, ...view }),
  ]);
  return (
    <div className="flex flex-col">
      <ReviewRefresh mark={mark} />
      {review && draft ? (
        <PictureSigning brandId={brandId} sign={signFilesAction}>
          <ReviewView base={`/b/${slug}`} {...{ brandId, review, draft, view, actions }} now={ctx.now} />
        </PictureSigning>
      ) : (
        <DraftScope ctx={ctx} brandId={brandId}>
          <div className="flex flex-col gap-6">
            <PageHeader
              title="Drafts and review"
              description="Your unpublished changes, and drafts that need approval."
            />
            <OwnDraft base={`/b/${slug}`} />
          </div>
        </DraftScope>
      )}
    </div>
  );
}
