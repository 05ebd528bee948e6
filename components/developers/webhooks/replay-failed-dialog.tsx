"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useToast } from "@/components/ui/toast-context";
import { useFormResult } from "@/components/ui/use-form-result";
import type { EndpointActions } from "./types";
import { replayedWords } from "./webhook-texts";

type ReplayFailedDialogProps = {
  toolName: string;
  today: string;
  replay: EndpointActions["replayFailed"];
  disabledReason: string | null;
};

/** Asks from which day on failed deliveries are to be sent again. */
export function ReplayFailedDialog({ toolName, today, replay, disabledReason }: ReplayFailedDialogProps) {
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
          Replay failed
        </Button>
      }
      title={`Replay what failed to reach ${toolName}`}
      description="What is dead, cancelled or waits for another attempt is sent now, with the same id and body."
    >
      <DialogForm form={form} submitLabel="Replay" pendingLabel="Replaying…">
        <Field label="Recorded since" required hint="From the start of this day, in UTC." error={form.errorOf("since")}>
          <Input name="since" type="date" max={today} defaultValue={today} />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
