"use client";

import { CodeInput } from "@/components/auth/code-input";
import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import type { ProofFormProps } from "./proof-sheet";
import { useProofForm } from "./use-proof-form";

export function CodeProof({ prove, ...ends }: ProofFormProps) {
  const form = useProofForm({ prove: (fields) => prove("code", fields), fields: ["code"], ...ends });
  return (
    <DialogForm form={form} submitLabel="Confirm" pendingLabel="Confirming…">
      <Field
        label="Code"
        required
        hint="Of your authenticator app, or one of your recovery codes."
        error={form.errorOf("code")}
      >
        <CodeInput name="code" />
      </Field>
    </DialogForm>
  );
}
