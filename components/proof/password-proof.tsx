"use client";

import { PasswordInput } from "@/components/auth/password-input";
import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import type { ProofFormProps } from "./proof-sheet";
import { useProofForm } from "./use-proof-form";

export function PasswordProof({ choices, prove, ...ends }: ProofFormProps) {
  const form = useProofForm({ prove: (fields) => prove("password", fields), fields: ["password"], ...ends });
  return (
    <DialogForm form={form} submitLabel="Confirm" pendingLabel="Confirming…">
      <input type="hidden" name="username" autoComplete="username" value={choices.email} />
      <Field label="Your password" required error={form.errorOf("password")}>
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
    </DialogForm>
  );
}
