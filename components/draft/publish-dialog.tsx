"use client";

import { useEffect, useState } from "react";
import { DraftChanges } from "@/components/diff/draft-changes";
import { missingText } from "@/components/review/review-texts";
import { Button } from "@/components/ui/button";
import { ownZone } from "@/components/ui/date-text";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/empty-state";
import { Field, Input, Textarea } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/field-parts";
import { RadioGroup } from "@/components/ui/radio-group";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { ChoiceField } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast-context";
import {
  type DraftSchedule,
  type DraftState,
  MAX_NOTE_LENGTH,
  momentsOf,
  offsetName,
  type ZonedTime,
  zonedText,
  zonedTimeOf,
} from "@/lib/publishing";
import { notifiedText, type Publication } from "./draft-environment";
import { useDraft, useDraftStep } from "./draft-provider";
import { ReviewLine } from "./review-line";

/** The chosen time. `second` picks the second occurrence when clocks are set back. */
type When = ZonedTime & { second: boolean };

function startingWhen(): When {
  const tomorrow = new Date(Date.now() + 24 * 60 * 60_000);
  const two = (number: number) => String(number).padStart(2, "0");
  const date = `${tomorrow.getFullYear()}-${two(tomorrow.getMonth() + 1)}-${two(tomorrow.getDate())}`;
  return { date, time: "09:00", zone: ownZone(), second: false };
}

function zonesWith(zone: string) {
  const zones = new Set(["UTC", zone, ...Intl.supportedValuesOf("timeZone")]);
  return [...zones].sort().map((value) => ({ value, label: value.replaceAll("_", " ") }));
}

function WhenFields({ value, onChange }: { value: When; onChange: (value: When) => void }) {
  const moments = momentsOf(value);
  const moment = value.second ? moments.at(-1) : moments[0];
  const set = (change: Partial<When>) => onChange({ ...value, second: false, ...change });
  const skipped = moments.length === 0 && value.date !== "" && value.time !== "";
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.6fr)]">
        <Field label="Date">
          <Input type="date" required value={value.date} onChange={(event) => set({ date: event.target.value })} />
        </Field>
        <Field label="Time" error={skipped ? "Clocks skip this time on that day. Choose another." : undefined}>
          <Input type="time" required value={value.time} onChange={(event) => set({ time: event.target.value })} />
        </Field>
        <ChoiceField
          label="Time zone"
          options={zonesWith(value.zone)}
          value={value.zone}
          onChange={(zone) => set({ zone })}
        />
      </div>
      {moments.length > 1 ? (
        <RadioGroup
          legend="Clocks go back that night, so this time occurs twice"
          name="which-hour"
          value={value.second ? "second" : "first"}
          onValueChange={(which) => set({ second: which === "second" })}
          options={moments.slice(0, 2).map((one, index) => ({
            value: index === 0 ? "first" : "second",
            label: `${index === 0 ? "First" : "Second"} time, ${offsetName(one, value.zone)}`,
          }))}
        />
      ) : null}
      {moment ? (
        <p className="text-muted">
          Publishes within a minute of {zonedText(moment, value.zone)}
          {value.zone === "UTC" ? "" : `, which is ${zonedText(moment, "UTC")}`}. It includes edits you make until then.
        </p>
      ) : null}
    </div>
  );
}

type PublishDialogProps = { open: boolean; onClose: () => void; onStale: () => void; onAsk: () => void };

export function PublishDialog({ open, onClose, onStale, onAsk }: PublishDialogProps) {
  const draft = useDraft();
  const { changes, version, status, problem, schedule, approvals, flush, publish, schedulePublish } = draft;
  const missing = missingText(approvals);
  /** Null publishes now. */
  const [when, setWhen] = useState<When | null>(null);
  const [note, setNote] = useState("");
  const { run, pending, error, setError } = useDraftStep();
  const showToast = useToast();

  useEffect(() => {
    if (!open) return;
    setError("");
    setWhen(schedule && { ...zonedTimeOf(schedule.at, schedule.zone), second: isSecond(schedule) });
    if (schedule?.note) setNote(schedule.note);
    void flush();
  }, [open, flush, schedule, setError]);

  const planned = ({ schedule: scheduled }: DraftState) => {
    onClose();
    if (scheduled) showToast({ title: `Goes live on ${zonedText(scheduled.at, scheduled.zone)}`, tone: "success" });
  };
  const published = ({ changed, version: live, toolsNotified }: Publication) => {
    onClose();
    setNote("");
    showToast(
      changed
        ? { title: `Version ${live} is live`, description: notifiedText(toolsNotified), tone: "success" }
        : { title: `No new version: the draft equals version ${live}` },
    );
  };
  const submit = () =>
    when
      ? run(() => schedulePublish({ ...when, note }), planned, onStale)
      : run(() => publish(note), published, onStale);

  const unsaved = status === "offline" || status === "error";
  const settling = status === "saving" || status === "unsaved";
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      size="lg"
      title={`Publish version ${version + 1}`}
      description="These changes go live for every tool that uses this brand."
      footer={
        <>
          <DialogClose />
          <Button
            variant="primary"
            pending={pending || settling}
            pendingLabel={pending ? (when ? "Scheduling…" : "Publishing…") : "Saving the draft…"}
            disabledReason={
              (unsaved && "Your last edits aren’t saved yet") ||
              (changes.length === 0 && "No changes to publish") ||
              (when === null && missing)
            }
            onClick={submit}
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
          <Notice tone="warning">{missing} Without them, nothing is published at that time.</Notice>
        ) : null}
        {changes.length > 0 ? (
          <DraftChanges changes={changes} before={draft.published} after={draft.document} />
        ) : (
          <p className="text-muted">Your draft equals version {version}.</p>
        )}
        <Field
          label="Note"
          optional
          hint="Explains the change in the history."
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
              { value: "later", label: "Later" },
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

const isSecond = ({ at, zone }: DraftSchedule) => momentsOf(zonedTimeOf(at, zone))[1]?.getTime() === at.getTime();
