"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog, DialogForm } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { useAction } from "@/components/ui/hooks";
import { Input } from "@/components/ui/input";
import { Moment } from "@/components/ui/moment";
import { useToast } from "@/components/ui/toast-context";
import { useFormResult } from "@/components/ui/use-form-result";
import type { Undelivered } from "@/lib/integrations";
import { TestDialog } from "./test-dialog";
import { type EndpointActions, replayedWords, undeliveredWords } from "./webhook-texts";

type ReplayFailedDialogProps = {
  toolName: string;
  today: string;
  replay: EndpointActions["replayFailed"];
  disabledReason: string | null;
};

function ReplayFailedDialog({ toolName, today, replay, disabledReason }: ReplayFailedDialogProps) {
  const [open, setOpen] = useState(false);
  const toast = useToast();
  const form = useFormResult(
    replay,
    (count) => {
      setOpen(false);
      toast({ tone: count > 0 ? "success" : "neutral", title: replayedWords(count) });
    },
    ["since"],
  );
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" aria-label={`Replay failed deliveries to ${toolName}`} disabledReason={disabledReason}>
          Replay failed deliveries
        </Button>
      }
      title={`Replay failed deliveries to ${toolName}`}
      description="Sends dead, cancelled and retrying deliveries now, with the same ID and body."
    >
      <DialogForm form={form} submitLabel="Replay deliveries" pendingLabel="Replaying…">
        <Field label="Created since" required hint="From 00:00 UTC" error={form.errorOf("since")}>
          <Input name="since" type="date" max={today} defaultValue={today} />
        </Field>
      </DialogForm>
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
        <Button
          size="sm"
          aria-label={`Replay missed deliveries to ${toolName}`}
          onClick={() => setOffered(undelivered)}
        >
          Replay missed
        </Button>
      ) : null}
      <ReplayFailedDialog
        toolName={toolName}
        today={today}
        replay={actions.replayFailed}
        disabledReason={enabled ? null : OFF}
      />
      {enabled ? (
        <ConfirmDialog
          trigger={
            <Button size="sm" aria-label={`Turn off ${toolName}`}>
              Turn off
            </Button>
          }
          title={`Turn off ${toolName}?`}
          effect="The tool is no longer notified of changes. Pending deliveries are cancelled. You can replay them after turning it on again."
          confirmLabel="Turn off"
          act={actions.turnOff}
          onOk={`${toolName} is no longer notified`}
        />
      ) : (
        <Button
          size="sm"
          variant="primary"
          pending={busy}
          aria-label={`Turn on ${toolName}`}
          onClick={() => run(actions.turnOn, turnedOn)}
        >
          Turn on
        </Button>
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
