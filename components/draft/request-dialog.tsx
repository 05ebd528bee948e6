"use client";

import { useEffect, useRef, useState } from "react";
import type { Reviewer, ReviewerMatches } from "@/components/review/review-texts";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { CommandMenu } from "@/components/ui/command-menu";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field, Textarea } from "@/components/ui/field";
import { Fieldset, FormMessage } from "@/components/ui/field-parts";
import { Spinner } from "@/components/ui/loading";
import { LiveRegion } from "@/components/ui/skip-link";
import { useToast } from "@/components/ui/toast-context";
import { MAX_NOTE_LENGTH, MAX_REVIEWERS } from "@/lib/publishing";
import { useDraft, useDraftStep } from "./draft-provider";

const PAUSE_MS = 150;

const VIEWER = "Viewer: can comment";

type ReviewerChoiceProps = {
  first: ReviewerMatches;
  chosen: ReadonlySet<string>;
  onChoose: (userId: string, wanted: boolean) => void;
  search: (text: string) => Promise<{ ok: true; data: ReviewerMatches } | { ok: false; message: string }>;
};

function ReviewerChoice({ first, chosen, onChoose, search }: ReviewerChoiceProps) {
  const [listed, setListed] = useState<readonly Reviewer[]>(() =>
    first.more ? first.people.filter(({ asked }) => asked) : first.people,
  );
  const [added, setAdded] = useState("");
  const add = (person: Reviewer) => {
    setListed([...listed, person]);
    setAdded(`${person.name} added as reviewer`);
    onChoose(person.userId, true);
  };
  return (
    <div className="flex flex-col gap-3">
      {listed.length > 0 ? (
        <div className="flex max-h-64 flex-col gap-2 overflow-y-auto">
          {listed.map(({ userId, name, mayApprove }) => (
            <Checkbox
              key={userId}
              label={<span dir="auto">{name}</span>}
              hint={mayApprove ? undefined : VIEWER}
              checked={chosen.has(userId)}
              onCheckedChange={(wanted) => onChoose(userId, wanted)}
            />
          ))}
        </div>
      ) : null}
      {first.more ? <ReviewerSearch first={first} listed={listed} search={search} onAdd={add} /> : null}
      <LiveRegion message={added} />
    </div>
  );
}

type ReviewerSearchProps = Pick<ReviewerChoiceProps, "first" | "search"> & {
  listed: readonly Reviewer[];
  onAdd: (person: Reviewer) => void;
};

function ReviewerSearch({ first, listed, search, onAdd }: ReviewerSearchProps) {
  const [text, setText] = useState("");
  const [answer, setAnswer] = useState({ text: "", matches: first, failure: "" });
  const newest = useRef("");
  useEffect(() => {
    newest.current = text;
    if (text === "") return setAnswer({ text, matches: first, failure: "" });
    const find = async () => {
      const outcome = await search(text);
      if (newest.current !== text) return;
      const none = { people: [], more: false };
      setAnswer(
        outcome.ok ? { text, matches: outcome.data, failure: "" } : { text, matches: none, failure: outcome.message },
      );
    };
    const timer = setTimeout(find, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, first, search]);
  const answered = answer.text === text;
  const there = new Set(listed.map(({ userId }) => userId));
  const people = answered ? answer.matches.people.filter(({ userId }) => !there.has(userId)) : [];
  return (
    <div className="rounded-lg border border-line">
      <CommandMenu
        label="Members"
        placeholder="Search members by name or email"
        query={text}
        onQueryChange={setText}
        loading={!answered}
        emptyText={answer.failure || "No matching members."}
        groups={[
          {
            options: people.map((person) => ({
              id: person.userId,
              label: person.name,
              hint: person.mayApprove ? undefined : VIEWER,
              onSelect: () => {
                onAdd(person);
                setText("");
              },
            })),
          },
        ]}
        footer={
          answered && answer.matches.more ? (
            <p className="px-2.5 py-1 text-muted text-xs">More members match. Keep typing to narrow the list.</p>
          ) : undefined
        }
        className="max-h-64"
      />
    </div>
  );
}

export function RequestDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { approvals, status, reviewers, requestReview } = useDraft();
  const [note, setNote] = useState("");
  const [offered, setOffered] = useState<ReviewerMatches | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { run, pending, error, setError } = useDraftStep();
  const showToast = useToast();
  const again = approvals.review?.own === true;

  useEffect(() => {
    if (!open) return;
    let closed = false;
    setError("");
    setOffered(null);
    void reviewers("").then((outcome) => {
      // A late response must not undo a choice made since.
      if (closed) return;
      if (!outcome.ok) return setError(outcome.message);
      setOffered(outcome.data);
      setChosen(new Set(outcome.data.people.filter(({ asked }) => asked).map(({ userId }) => userId)));
    });
    return () => {
      closed = true;
    };
  }, [open, reviewers, setError]);

  const choose = (userId: string, wanted: boolean) =>
    setChosen(new Set(wanted ? [...chosen, userId] : [...chosen].filter((other) => other !== userId)));

  const requested = () => {
    onClose();
    setNote("");
    showToast({ title: "Review requested", description: "Reviewers are notified within a minute.", tone: "success" });
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      size="md"
      title={again ? "Request another review" : "Request review"}
      description="Members can see, comment on and approve your draft. The review ends when you publish or discard it."
      footer={
        <>
          <DialogClose />
          <Button
            variant="primary"
            pending={pending || status === "saving" || status === "unsaved"}
            pendingLabel={pending ? "Requesting…" : "Saving the draft…"}
            disabledReason={chosen.size > MAX_REVIEWERS && `Choose at most ${MAX_REVIEWERS} reviewers`}
            onClick={() => run(() => requestReview({ note, reviewers: [...chosen] }), requested)}
          >
            {again ? "Request again" : "Request review"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <FormMessage>{error}</FormMessage>
        <Field label="Note" optional hint="Tells reviewers what changes and why.">
          <Textarea
            dir="auto"
            rows={3}
            maxLength={MAX_NOTE_LENGTH}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
        <Fieldset
          legend="Reviewers"
          hint="Choose nobody to ask everyone who can approve. Viewers can comment but not approve."
        >
          {offered === null ? (
            error ? null : (
              <Spinner />
            )
          ) : offered.people.length === 0 ? (
            <p className="text-muted">No other members yet. Invite one first.</p>
          ) : (
            <ReviewerChoice first={offered} chosen={chosen} onChoose={choose} search={reviewers} />
          )}
        </Fieldset>
      </div>
    </Dialog>
  );
}
