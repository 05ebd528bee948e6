"use client";

import { DialogForm } from "@/components/ui/dialog-form";
import { RadioGroup } from "@/components/ui/radio-group";
import { useFormResult } from "@/components/ui/use-form-result";
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
    <DialogForm form={form} submitLabel="Rotate key" pendingLabel="Rotating…">
      <RadioGroup legend="The old key works on for" name="overlapHours" options={OVERLAPS} defaultValue="24" />
    </DialogForm>
  );
}
