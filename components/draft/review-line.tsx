"use client";

import { approvalsText } from "@/components/review/review-texts";
import { Button } from "@/components/ui/button";
import { LinkButton, TextLink } from "@/components/ui/text";
import { counted } from "@/lib/platform/text";
import { useDraft } from "./draft-provider";

export function ReviewLine({ onAsk }: { onAsk: () => void }) {
  const { approvals, brandSlug } = useDraft();
  const { review, required } = approvals;
  const others = review !== null && !review.own;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b pb-2">
      <p className="min-w-0">
        {review?.own ? (
          <>
            Under review: <strong className="font-medium">{approvalsText(approvals)}</strong>
          </>
        ) : others ? (
          <>
            The draft of <span dir="auto">{review.author}</span> is under review. A brand has one review at a time.
          </>
        ) : required > 0 ? (
          `Publishing needs ${counted(required, "approval")}.`
        ) : (
          "Members can review the draft before you publish."
        )}
        {review && review.openComments > 0 ? (
          <>
            {" "}
            <TextLink href={`/b/${brandSlug}/review#open-comments`}>
              {counted(review.openComments, "open comment")}
            </TextLink>
          </>
        ) : null}
      </p>
      <div className="flex gap-2">
        {review ? (
          <LinkButton size="sm" href={`/b/${brandSlug}/review`}>
            Open review
          </LinkButton>
        ) : null}
        {others ? null : (
          <Button size="sm" onClick={onAsk}>
            {review ? "Request again" : "Request review"}
          </Button>
        )}
      </div>
    </div>
  );
}
