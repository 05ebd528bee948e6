"use client";

import { useFormResult } from "@/components/forms/use-form-result";
import { Button } from "@/components/ui/button";
import { DialogClose, DialogFooter } from "@/components/ui/dialog";
import { FormMessage } from "@/components/ui/form-message";
import { RadioGroup } from "@/components/ui/radio-group";
import { SubmitButton } from "@/components/ui/submit-button";
import type { KeyActions, NamedKey, RevealedKey } from "./types";

const OVERLAPS = [
  { value: "0", label: "Not at all", hint: "It fails with the next request. For a key that leaked." },
  { value: "1", label: "1 hour" },
  { value: "24", label: "24 hours" },
  { value: "168", label: "7 days" },
];

type RotateKeyFormProps = {
  target: NamedKey;
  rotate: KeyActions["rotate"];
  onRotated: (issued: RevealedKey) => void;
};

/** Asks how long the old key works on beside its successor. */
export function RotateKeyForm({ target, rotate, onRotated }: RotateKeyFormProps) {
  const form = useFormResult((data) => rotate(target.id, data), onRotated);
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <FormMessage>{form.message}</FormMessage>
      <RadioGroup legend="The old key works on for" name="overlapHours" options={OVERLAPS} defaultValue="24" />
      <DialogFooter>
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        <SubmitButton pending={form.pending} pendingLabel="Rotating…">
          Rotate key
        </SubmitButton>
      </DialogFooter>
    </form>
  );
}
