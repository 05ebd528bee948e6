"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Moment } from "@/components/ui/moment";
import { useToast } from "@/components/ui/toast-context";
import type { Missed } from "@/lib/deliveries";
import type { EndpointActions } from "./types";
import { missedWords, replayedWords } from "./webhook-texts";

type MissedDialogProps = {
  toolName: string;
  missed: Missed | null;
  replay: EndpointActions["replayMissed"];
  onClose: () => void;
};

/** Offers to send what did not reach a tool since its last success. */
export function MissedDialog({ toolName, missed, replay, onClose }: MissedDialogProps) {
  const toast = useToast();
  if (!missed) return null;
  const one = missed.count === 1;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      tone="primary"
      title="Replay what was missed?"
      effect={
        <>
          {missedWords(missed)} did not reach {toolName}; the first was given up on <Moment value={missed.since} />.{" "}
          {one ? "It keeps its id and body." : "They keep their ids and bodies."}
        </>
      }
      confirmLabel={one ? "Replay it" : "Replay them"}
      act={() => replay(missed.since)}
      onOk={(count) => toast({ tone: "success", title: replayedWords(count) })}
    />
  );
}
