"use client";

import { useState } from "react";
import { PAUSE_WORDS } from "@/components/tools/tool-status";
import { SubmitButton } from "@/components/ui/button";
import { Badge } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ActionForm, Dialog, DialogClose, DialogFooter } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/empty-state";
import { Field, Input } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/field-parts";
import { useFormResult } from "@/components/ui/form";
import { useAction } from "@/components/ui/hooks";
import { Moment } from "@/components/ui/moment";
import { RadioGroup } from "@/components/ui/radio-group";
import { RowButton } from "@/components/ui/row-button";
import { LiveRegion } from "@/components/ui/skip-link";
import { TextLink } from "@/components/ui/text";
import { useToast } from "@/components/ui/toast-context";
import type { TestOutcome, Undelivered } from "@/lib/integrations";
import { type EndpointActions, errorWords, replayedWords, undeliveredWords } from "./webhook-texts";

const SAMPLES = [
  { value: "hub.test", label: "hub.test", hint: "An empty test event." },
  {
    value: "identity.updated",
    label: "identity.updated, current version",
    hint: "Repeats the last publish, marked as a test. Receivers that compare versions do nothing.",
  },
];

type TestDialogProps = {
  toolName: string;
  /** The list's path. Delivery pages are below it. */
  path: string;
  send: EndpointActions["sendTest"];
  disabledReason: string | null;
};

function TestDialog({ toolName, path, send, disabledReason }: TestDialogProps) {
  const [outcome, setOutcome] = useState<TestOutcome | null>(null);
  const form = useFormResult(send, setOutcome);
  const title = `Send test to ${toolName}`;
  return (
    <Dialog
      trigger={<RowButton verb="Send test" of={`to ${toolName}`} disabledReason={disabledReason} />}
      onOpenChange={() => setOutcome(null)}
      title={title}
      description="Signed and sent at once, without retries."
    >
      <form onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <RadioGroup legend="Event" name="sample" options={SAMPLES} defaultValue="hub.test" />
        <LiveRegion message={form.pending ? "" : summaryOf(outcome)} />
        {outcome && !form.pending ? <Outcome outcome={outcome} href={`${path}/${outcome.deliveryId}`} /> : null}
        <DialogFooter>
          <DialogClose>Close</DialogClose>
          <SubmitButton pending={form.pending} pendingLabel="Waiting for response…">
            {outcome ? "Send another test" : "Send test"}
          </SubmitButton>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function summaryOf(outcome: TestOutcome | null): string {
  if (!outcome) return "";
  const { attempt, pause, delivered, reason } = outcome;
  if (pause) return PAUSE_WORDS[pause].long;
  if (!attempt) return reason ?? "Queued. The hub sends it within a minute.";
  if (delivered) return "Delivered.";
  return attempt.errorClass ? `${errorWords(attempt.errorClass)}.` : "The receiver rejected it.";
}

function Outcome({ outcome, href }: { outcome: TestOutcome; href: string }) {
  const { attempt, delivered } = outcome;
  return (
    <section aria-label="Response" className="flex flex-col gap-2">
      <Notice tone={delivered ? "success" : attempt ? "danger" : "warning"}>{summaryOf(outcome)}</Notice>
      {attempt ? (
        <p className="flex flex-wrap items-center gap-2">
          {attempt.statusCode === null ? null : (
            <Badge tone={delivered ? "success" : "danger"}>{`HTTP ${attempt.statusCode}`}</Badge>
          )}
          <span className="text-muted tabular-nums">{`${attempt.durationMs.toLocaleString("en")} ms`}</span>
        </p>
      ) : null}
      {attempt?.responseExcerpt ? (
        <pre className="max-h-40 overflow-auto whitespace-pre-wrap rounded-md bg-sunken px-2 py-1 font-mono text-[0.8125rem] wrap-anywhere">
          {attempt.responseExcerpt}
        </pre>
      ) : null}
      {attempt && attempt.statusCode !== null && !attempt.responseExcerpt ? (
        <p className="text-muted">
          {attempt.answerShown ? "No body" : "Not stored, because the receiver is in a private network"}
        </p>
      ) : null}
      <TextLink href={href}>View delivery</TextLink>
    </section>
  );
}

type ReplayFailedDialogProps = {
  toolName: string;
  today: string;
  replay: EndpointActions["replayFailed"];
  disabledReason: string | null;
};

function ReplayFailedDialog({ toolName, today, replay, disabledReason }: ReplayFailedDialogProps) {
  const [open, setOpen] = useState(false);
  const toast = useToast();
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={<RowButton verb="Replay failed deliveries" of={`to ${toolName}`} disabledReason={disabledReason} />}
      title={`Replay failed deliveries to ${toolName}`}
      description="Sends dead, cancelled and retrying deliveries now, with the same ID and body."
    >
      <ActionForm
        act={replay}
        onOk={(count) => {
          setOpen(false);
          toast({ tone: count > 0 ? "success" : "neutral", title: replayedWords(count) });
        }}
        fields={["since"]}
        submitLabel="Replay deliveries"
        pendingLabel="Replaying…"
      >
        {(errorOf) => (
          <Field label="Created since" required hint="From 00:00 UTC" error={errorOf("since")}>
            <Input name="since" type="date" max={today} defaultValue={today} />
          </Field>
        )}
      </ActionForm>
    </Dialog>
  );
}

type UndeliveredDialogProps = {
  toolName: string;
  undelivered: Undelivered | null;
  replay: EndpointActions["replayUndelivered"];
  onClose: () => void;
};

function UndeliveredDialog({ toolName, undelivered, replay, onClose }: UndeliveredDialogProps) {
  if (!undelivered) return null;
  const one = undelivered.count === 1;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      tone="primary"
      title="Replay missed deliveries?"
      effect={
        <>
          {undeliveredWords(undelivered)} didn’t reach {toolName} since <Moment value={undelivered.since} />.{" "}
          {one ? "It keeps its ID and body." : "They keep their IDs and bodies."}
        </>
      }
      confirmLabel={one ? "Replay delivery" : "Replay deliveries"}
      act={() => replay(undelivered.since)}
      onOk={replayedWords}
    />
  );
}

const OFF = "Turn on this webhook first.";

type EndpointButtonsProps = {
  toolName: string;
  path: string;
  enabled: boolean;
  undelivered: Undelivered | null;
  /** `YYYY-MM-DD`, in UTC. */
  today: string;
  actions: EndpointActions;
};

export function EndpointButtons(props: EndpointButtonsProps) {
  const { toolName, path, enabled, undelivered, today, actions } = props;
  const [offered, setOffered] = useState<Undelivered | null>(null);
  const { run, pending: busy } = useAction();
  const turnedOn = (result: Undelivered | null) => {
    setOffered(result);
    return `${toolName} is notified again`;
  };
  return (
    <div className="flex flex-wrap gap-2">
      <TestDialog toolName={toolName} path={path} send={actions.sendTest} disabledReason={enabled ? null : OFF} />
      {enabled && undelivered ? (
        <RowButton verb="Replay missed" of={`deliveries to ${toolName}`} onClick={() => setOffered(undelivered)} />
      ) : null}
      <ReplayFailedDialog
        toolName={toolName}
        today={today}
        replay={actions.replayFailed}
        disabledReason={enabled ? null : OFF}
      />
      {enabled ? (
        <ConfirmDialog
          trigger={<RowButton verb="Turn off" of={toolName} />}
          title={`Turn off ${toolName}?`}
          effect="The tool is no longer notified of changes. Pending deliveries are cancelled. You can replay them after turning it on again."
          confirmLabel="Turn off"
          act={actions.turnOff}
          onOk={`${toolName} is no longer notified`}
        />
      ) : (
        <RowButton
          verb="Turn on"
          of={toolName}
          variant="primary"
          pending={busy}
          onClick={() => run(actions.turnOn, turnedOn)}
        />
      )}
      <UndeliveredDialog
        toolName={toolName}
        undelivered={offered}
        replay={actions.replayUndelivered}
        onClose={() => setOffered(null)}
      />
    </div>
  );
}
