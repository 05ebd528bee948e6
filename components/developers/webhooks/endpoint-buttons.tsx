"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useToast } from "@/components/ui/toast-context";
import { useAction } from "@/components/ui/use-action";
import { MissedDialog } from "./missed-dialog";
import { ReplayFailedDialog } from "./replay-failed-dialog";
import type { EndpointActions, Missed } from "./types";

const OFF = "The subscription is off. Turn it on first.";

type EndpointButtonsProps = {
  toolName: string;
  enabled: boolean;
  manageReason: string | null;
  /** `YYYY-MM-DD`, in UTC. */
  today: string;
  actions: EndpointActions;
};

/** Test, replay, off and on for one endpoint. */
export function EndpointButtons({ toolName, enabled, manageReason, today, actions }: EndpointButtonsProps) {
  const [missed, setMissed] = useState<Missed | null>(null);
  const { run, pending: busy } = useAction();
  const toast = useToast();
  const turnedOff = () => toast({ tone: "success", title: `${toolName} is no longer notified of changes` });
  const tested = () =>
    toast({
      tone: "success",
      title: "A test is on its way",
      description: "It stands first in the list of deliveries.",
    });
  const turnedOn = (found: Missed | null) => {
    toast({ tone: "success", title: `${toolName} is notified of changes again` });
    if (found && found.count > 0) setMissed(found);
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        pending={busy}
        aria-label={`Send a test to ${toolName}`}
        disabledReason={manageReason ?? (enabled ? null : OFF)}
        onClick={() => run(actions.sendTest, tested)}
      >
        Send a test
      </Button>
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
      <MissedDialog toolName={toolName} missed={missed} replay={actions.replayMissed} onClose={() => setMissed(null)} />
    </div>
  );
}
