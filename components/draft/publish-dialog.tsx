"use client";

import { useEffect, useState, useTransition } from "react";
import { DraftChanges } from "@/components/diff/draft-changes";
import { missingText } from "@/components/review/approvals-text";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/form-message";
import { Notice } from "@/components/ui/notice";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Textarea } from "@/components/ui/textarea";
import { useToast } from "@/components/ui/toast-context";
import { type DraftSchedule, MAX_NOTE_LENGTH, momentsOf, zonedText, zonedTimeOf } from "@/lib/identity";
import { useDraft } from "./draft-provider";
import { notifiedText } from "./publish-texts";
import { ReviewLine } from "./review-line";
import { startingWhen, type When, WhenFields } from "./when-fields";

type PublishDialogProps = { open: boolean; onClose: () => void; onStale: () => void; onAsk: () => void };

/** Shows what publishing would change, takes a note, and publishes. */
export function PublishDialog({ open, onClose, onStale, onAsk }: PublishDialogProps) {
  const {
    changes,
    published,
    document,
    version,
    status,
    problem,
    schedule,
    approvals,
    flush,
    publish,
    schedulePublish,
  } = useDraft();
  const missing = missingText(approvals);
  /** null: now. */
  const [when, setWhen] = useState<When | null>(null);
  const [note, setNote] = useState("");
  const [error, setError] = useState("");
  const [pending, startPublishing] = useTransition();
  const showToast = useToast();

  useEffect(() => {
    if (!open) return;
    setError("");
    setWhen(schedule && { ...zonedTimeOf(schedule.at, schedule.zone), second: isSecond(schedule) });
    if (schedule?.note) setNote(schedule.note);
    void flush();
  }, [open, flush, schedule]);

  const planned = (chosen: When) =>
    startPublishing(async () => {
      setError("");
      const outcome = await schedulePublish({ ...chosen, note });
      if (outcome.ok) {
        onClose();
        const { schedule: made } = outcome.data;
        if (made) showToast({ title: `Goes live on ${zonedText(made.at, made.zone)}.`, tone: "success" });
      } else if (outcome.stale) onStale();
      else setError(outcome.message);
    });

  const submit = () =>
    startPublishing(async () => {
      setError("");
      const outcome = await publish(note);
      if (!outcome.ok) {
        if (outcome.stale) onStale();
        else setError(outcome.message);
        return;
      }
      const { data } = outcome;
      onClose();
      setNote("");
      showToast(
        data.changed
          ? {
              title: `Version ${data.version} is live.`,
              description: notifiedText(data.toolsNotified),
              tone: "success",
            }
          : { title: `Nothing differs from version ${data.version}, so no new version was made.` },
      );
    });

  const unsaved = status === "offline" || status === "error";
  const settling = status === "saving" || status === "unsaved";
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      size="lg"
      title={`Publish version ${version + 1}`}
      description="This is what changes for every tool that uses this brand."
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="primary"
            pending={pending || settling}
            pendingLabel={pending ? (when ? "Scheduling…" : "Publishing…") : "Saving the draft…"}
            disabledReason={
              (unsaved && "Your last edits are not saved yet") ||
              (changes.length === 0 && "There is nothing to publish") ||
              (when === null && missing)
            }
            onClick={when ? () => planned(when) : submit}
          >
            {when ? "Schedule" : "Publish"} version {version + 1}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <FormMessage>{error || (unsaved ? problem : null)}</FormMessage>
        <ReviewLine onAsk={onAsk} />
        {missing && when !== null ? (
          <Notice tone="warning">{missing} The hub looks for them at that time, and publishes nothing without.</Notice>
        ) : null}
        {changes.length > 0 ? (
          <DraftChanges changes={changes} before={published} after={document} />
        ) : (
          <p className="text-muted">Your draft does not differ from version {version}.</p>
        )}
        <Field
          label="Note"
          optional
          hint="Says why, for whoever reads the history."
          aside={note.length > MAX_NOTE_LENGTH - 100 ? `${note.length} of ${MAX_NOTE_LENGTH}` : undefined}
        >
          <Textarea
            rows={2}
            maxLength={MAX_NOTE_LENGTH}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
        <div className="flex flex-col gap-4">
          <SegmentedControl
            label="When"
            name="publish-when"
            options={[
              { value: "now", label: "Now" },
              { value: "later", label: "At a time" },
            ]}
            value={when ? "later" : "now"}
            onValueChange={(value) => setWhen(value === "later" ? startingWhen() : null)}
          />
          {when ? <WhenFields value={when} onChange={setWhen} /> : null}
        </div>
      </div>
    </Dialog>
  );
}

/** Whether it is the second of two hours of one name. */
const isSecond = ({ at, zone }: DraftSchedule) => momentsOf(zonedTimeOf(at, zone))[1]?.getTime() === at.getTime();
