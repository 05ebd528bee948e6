import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import type { Approvals } from "@/lib/publishing";

type ReviewNoticeProps = { base: string; review: NonNullable<Approvals["review"]> };

export function ReviewNotice({ base, review: { own, author } }: ReviewNoticeProps) {
  return (
    <Notice
      title={own ? "Your draft is under review" : "A draft needs review"}
      action={
        <LinkButton href={`${base}/review`} size="sm">
          Open review
        </LinkButton>
      }
    >
      {own ? (
        "See comments and approvals."
      ) : (
        <>
          <span dir="auto">{author}</span> requested a review before publishing.
        </>
      )}
    </Notice>
  );
}
