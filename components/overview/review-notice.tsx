import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import type { Approvals } from "@/lib/publishing";

type ReviewNoticeProps = { base: string; review: NonNullable<Approvals["review"]> };

export function ReviewNotice({ base, review: { own, author } }: ReviewNoticeProps) {
  return (
    <Notice
      title={own ? "Your draft is under review" : "A draft waits for a review"}
      action={
        <LinkButton href={`${base}/review`} size="sm">
          Open the review
        </LinkButton>
      }
    >
      {own ? (
        "See what others say of it, and who has approved it."
      ) : (
        <>
          <span dir="auto">{author}</span> asks others to look at it before it is published.
        </>
      )}
    </Notice>
  );
}
