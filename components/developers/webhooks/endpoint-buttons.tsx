"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useToast } from "@/components/ui/toast-context";
import { useAction } from "@/components/ui/use-action";
import type { Missed } from "@/lib/deliveries";
import { MissedDialog } from "./missed-dialog";
import { ReplayFailedDialog } from "./replay-failed-dialog";
import { TestDialog } from "./test-dialog";
import type { EndpointActions } from "./types";

const OFF = "The subscription is off. Turn it on first.";

type EndpointButtonsProps = {
  toolName: string;
  /** Of the page. */
  path: string;
  enabled: boolean;
  /** What did not reach it since its last success. */
  missed: Missed | null;
  manageReason: string | null;
  /** `YYYY-MM-DD`, in UTC. */
  today: string;
  actions: EndpointActions;
};

/** Test, replay, off and on for one endpoint. */
export function EndpointButtons({
  toolName,
  path,
  enabled,
  missed,
  manageReason,
  today,
  actions,
}: EndpointButtonsProps) {
  const [offered, setOffered] = useState<Missed | null>(null);
  const { run, pending: busy } = useAction();
  const toast = useToast();
  const turnedOff = () => toast({ tone: "success", title: `${toolName} is no longer notified of changes` });
  const turnedOn = (found: Missed | null) => {
    toast({ tone: "success", title: `${toolName} is notified of changes again` });
    setOffered(found);
  };
  return (
    <div className="flex flex-wrap gap-2">
      <TestDialog
        toolName={toolName}
        path={path}
        send={actions.sendTest}
        disabledReason={manageReason ?? (enabled ? null : OFF)}
      />
      {enabled && missed ? (
        <Button
          size="sm"
          aria-label={`Replay missed deliveries to ${toolName}`}
          disabledReason={manageReason}
          onClick={() => setOffered(missed)}
        >
          Replay missed
        </Button>
      ) : null}
      <ReplayFailedDialog
        toolName={toolName}
        today={today}
        replay={actions.replayFailed}
        disabledReason={manageReason ?? (enabled ? null : OFF)}
      />
      {enabled ? (
        <ConfirmDialog
          trigger={
            <Button size="sm" aria-label={`Turn off ${toolName}`} disabledReason={manageReason}>
              Turn off
            </Button>
          }
          title={`Turn off ${toolName}?`}
          effect="The tool is no longer notified of changes. What waits for it is cancelled; you can replay it once it is on again."
          confirmLabel="Turn off"
          act={actions.turnOff}
          onOk={turnedOff}
        />
      ) : (
        <Button
          size="sm"
          variant="primary"
          pending={busy}
          aria-label={`Turn on ${toolName}`}
          disabledReason={manageReason}
          onClick={() => run(actions.turnOn, turnedOn)}
        >
          Turn on
        </Button>
      )}
      <MissedDialog
        toolName={toolName}
        missed={offered}
        replay={actions.replayMissed}
        onClose={() => setOffered(null)}
      />
    </div>
  );
}
