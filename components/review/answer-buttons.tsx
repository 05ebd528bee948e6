"use client";

import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useAction } from "@/components/ui/hooks";
import { useToast } from "@/components/ui/toast-context";
import type { Review, ReviewAnswer } from "@/lib/publishing";
import type { ReviewActions } from "./review-texts";

type AnswerButtonsProps = {
  brandId: string;
  review: Pick<Review, "id" | "revision" | "mayAnswer" | "mayWithdraw" | "isAuthor">;
  answered: "approved" | "changes_asked" | null;
  actions: Pick<ReviewActions, "answer" | "withdraw">;
};

export function AnswerButtons({ brandId, review, answered, actions }: AnswerButtonsProps) {
  const { run, pending } = useAction();
  const toast = useToast();
  const key = { brandId, reviewId: review.id };
  const give = (answer: ReviewAnswer["answer"]) =>
    run(
      () => actions.answer({ ...key, answer, revision: review.revision }),
      (_, message) => message ?? "Saved",
    );
  return (
    <div className="flex flex-wrap gap-2">
      {review.mayAnswer ? (
        <>
          <Button
            variant="primary"
            pending={pending}
            disabledReason={answered === "approved" && "You already approved this draft"}
            onClick={() => give("approved")}
          >
            Approve
          </Button>
          <Button
            disabledReason={answered === "changes_asked" && "You already requested changes"}
            pending={pending}
            onClick={() => give("changes_asked")}
          >
            Request changes
          </Button>
        </>
      ) : review.isAuthor ? null : (
        <p className="text-muted">Viewers can comment but not approve.</p>
      )}
      {review.mayWithdraw ? (
        <ConfirmDialog
          trigger={<Button>Withdraw review</Button>}
          title="Withdraw review?"
          effect="This deletes its comments and approvals. The draft stays."
          confirmLabel="Withdraw"
          act={() => actions.withdraw(key)}
          onOk={() => toast({ title: "Review withdrawn" })}
        />
      ) : null}
    </div>
  );
}
