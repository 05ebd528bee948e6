"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { momentText } from "@/components/ui/date-text";
import { useToast } from "@/components/ui/toast-context";
import type { EndpointActions, Missed } from "./types";
import { replayedWords } from "./webhook-texts";

type MissedDialogProps = {
  toolName: string;
  missed: Missed | null;
  replay: EndpointActions["replayMissed"];
  onClose: () => void;
};

/** Offers to send what a tool was not notified of while its subscription was off. */
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
      effect={`${toolName} is on again. Since ${momentText(missed.since)}, ${missed.count.toLocaleString("en")} ${one ? "delivery" : "deliveries"} did not reach it. ${one ? "It keeps its id and body." : "They keep their ids and bodies."}`}
      confirmLabel={`Replay ${missed.count.toLocaleString("en")}`}
      act={() => replay(missed.since)}
      onOk={(count) => toast({ tone: "success", title: replayedWords(count) })}
    />
  );
}
