"use client";

import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useFormResult } from "@/components/ui/use-form-result";
import { MAX_OVERLAP_HOURS } from "@/lib/tool-credentials";
import type { CredentialActions, NamedCredential, RevealedCredential } from "./types";

type RotateCredentialFormProps = {
  target: NamedCredential;
  rotate: CredentialActions["rotate"];
  onRotated: (revealed: RevealedCredential) => void;
};

/** Asks how long the old credential works on beside its successor. */
export function RotateCredentialForm({ target, rotate, onRotated }: RotateCredentialFormProps) {
  const form = useFormResult((data) => rotate(target.id, data), onRotated, ["overlapHours"]);
  return (
    <DialogForm form={form} submitLabel="Rotate" pendingLabel="Rotating…">
      <Field
        label="The old one works on for so many hours"
        required
        hint={`Then it ends by itself. 0 ends it now, for one that leaked; at most ${MAX_OVERLAP_HOURS}, which is 30 days.`}
        error={form.errorOf("overlapHours")}
      >
        <Input name="overlapHours" inputMode="numeric" defaultValue="24" autoComplete="off" />
      </Field>
    </DialogForm>
  );
}
