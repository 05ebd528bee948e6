"use client";

import { useEffect, useState, useTransition } from "react";
import { ChangeList, entryNames } from "@/components/diff/change-list";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/form-message";
import { Textarea } from "@/components/ui/textarea";
import { useToast } from "@/components/ui/toast-context";
import { MAX_NOTE_LENGTH } from "@/lib/identity";
import { useDraft } from "./draft-provider";
import { notifiedText } from "./publish-texts";

type PublishDialogProps = { open: boolean; onClose: () => void; onStale: () => void };

/** Shows what publishing would change, takes a note, and publishes. */
export function PublishDialog({ open, onClose, onStale }: PublishDialogProps) {
  const { changes, published, document, version, status, problem, flush, publish } = useDraft();
  const [note, setNote] = useState("");
  const [error, setError] = useState("");
  const [pending, startPublishing] = useTransition();
  const showToast = useToast();

  useEffect(() => {
    if (!open) return;
    setError("");
    void flush();
  }, [open, flush]);

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
            pendingLabel={pending ? "Publishing…" : "Saving the draft…"}
            disabledReason={
              (unsaved && "Your last edits are not saved yet") ||
              (changes.length === 0 && "There is nothing to publish")
            }
            onClick={submit}
          >
            Publish version {version + 1}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <FormMessage>{error || (unsaved ? problem : null)}</FormMessage>
        {changes.length > 0 ? (
          <ChangeList changes={changes} names={entryNames(published, document)} />
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
      </div>
    </Dialog>
  );
}
