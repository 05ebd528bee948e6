"use client";

import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useAction } from "@/components/ui/hooks";
import { useToast } from "@/components/ui/toast-context";
import type { Review, ReviewAnswer } from "@/lib/publishing";
import type { ReviewActions } from "./types";

type AnswerButtonsProps = {
  brandId: string;
  review: Pick<Review, "id" | "revision" | "mayAnswer" | "mayWithdraw" | "isAuthor">;
  /** What the acting person answered about the draft as it is. */
  answered: "approved" | "changes_asked" | null;
  actions: Pick<ReviewActions, "answer" | "withdraw">;
};

/** Approve, ask for changes, withdraw: what of it the acting person may do, with a reason for what they may not. */
export function AnswerButtons({ brandId, review, answered, actions }: AnswerButtonsProps) {
  const { run, pending } = useAction();
  const toast = useToast();
  const key = { brandId, reviewId: review.id };
  const give = (answer: ReviewAnswer["answer"]) =>
    run(
      () => actions.answer({ ...key, answer, revision: review.revision }),
      (_, said) => toast({ title: said ?? "Saved.", tone: "success" }),
    );
  const reason = review.isAuthor
    ? "Nobody approves their own draft"
    : review.mayAnswer
      ? null
      : "Viewers comment; editors, admins and owners approve";
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="primary"
        pending={pending}
        disabledReason={reason ?? (answered === "approved" && "You approved this draft")}
        onClick={() => give("approved")}
      >
        Approve
      </Button>
      <Button
        disabledReason={reason ?? (answered === "changes_asked" && "You asked for changes of this draft")}
        pending={pending}
        onClick={() => give("changes_asked")}
      >
        Ask for changes
      </Button>
      {review.mayWithdraw ? (
        <ConfirmDialog
          trigger={<Button>Withdraw the review</Button>}
          title="Withdraw the review?"
          effect="Its comments and approvals are gone. The draft stays as it is."
          confirmLabel="Withdraw"
          act={() => actions.withdraw(key)}
          onOk={() => toast({ title: "The review was withdrawn." })}
        />
      ) : null}
    </div>
  );
}
