"use client";

import { useEffect, useState, useTransition } from "react";
import type { ReviewerMatches } from "@/components/review/types";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/fieldset";
import { FormMessage } from "@/components/ui/form-message";
import { Spinner } from "@/components/ui/spinner";
import { Textarea } from "@/components/ui/textarea";
import { useToast } from "@/components/ui/toast-context";
import { MAX_REQUEST_NOTE, MAX_REVIEWERS } from "@/lib/reviews";
import { useDraft } from "./draft-provider";
import { ReviewerChoice } from "./reviewer-choice";

/** Asks others to look at the draft: with a note, and of some by name. */
export function RequestDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { approvals, status, reviewers, requestReview } = useDraft();
  const [note, setNote] = useState("");
  const [offered, setOffered] = useState<ReviewerMatches | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [error, setError] = useState("");
  const [pending, startAsking] = useTransition();
  const showToast = useToast();
  const again = approvals.review?.own === true;

  useEffect(() => {
    if (!open) return;
    let closed = false;
    setError("");
    setOffered(null);
    void reviewers("").then((outcome) => {
      // An answer that comes late must not undo what was chosen since.
      if (closed) return;
      if (!outcome.ok) return setError(outcome.message);
      setOffered(outcome.data);
      setChosen(new Set(outcome.data.people.filter(({ asked }) => asked).map(({ userId }) => userId)));
    });
    return () => {
      closed = true;
    };
  }, [open, reviewers]);

  const choose = (userId: string, wanted: boolean) =>
    setChosen(new Set(wanted ? [...chosen, userId] : [...chosen].filter((other) => other !== userId)));

  const ask = () =>
    startAsking(async () => {
      setError("");
      const outcome = await requestReview({ note, reviewers: [...chosen] });
      if (!outcome.ok) return setError(outcome.message);
      onClose();
      setNote("");
      showToast({ title: "Review asked for.", description: "They are told within a minute.", tone: "success" });
    });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      size="md"
      title={again ? "Ask again for a review" : "Ask for a review"}
      description="Members of the brand see your draft, comment on its fields and approve it. It ends when you publish or discard the draft."
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="primary"
            pending={pending || status === "saving" || status === "unsaved"}
            pendingLabel={pending ? "Asking…" : "Saving the draft…"}
            disabledReason={chosen.size > MAX_REVIEWERS && `Ask at most ${MAX_REVIEWERS} people by name`}
            onClick={ask}
          >
            {again ? "Ask again" : "Ask for a review"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <FormMessage>{error}</FormMessage>
        <Field label="Note" optional hint="What changes and why, for those who look at it.">
          <Textarea
            dir="auto"
            rows={3}
            maxLength={MAX_REQUEST_NOTE}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
        <Fieldset
          legend="Reviewers"
          hint="Choose nobody to ask everybody who may approve. Viewers can comment; their approval does not count."
        >
          {offered === null ? (
            error ? null : (
              <Spinner />
            )
          ) : offered.people.length === 0 ? (
            <p className="text-muted">There is no other member yet. Invite somebody first.</p>
          ) : (
            <ReviewerChoice first={offered} chosen={chosen} onChoose={choose} search={reviewers} />
          )}
        </Fieldset>
      </div>
    </Dialog>
  );
}
