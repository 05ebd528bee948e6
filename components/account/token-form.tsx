"use client";

import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useFormResult } from "@/components/ui/use-form-result";
import { MAX_TOKEN_NAME_LENGTH } from "@/lib/sessions";
import type { RevealedToken, SessionActions } from "./types";

type TokenFormProps = { issue: SessionActions["issueToken"]; onIssued: (issued: RevealedToken) => void };

/** Asks what the token is for. */
export function TokenForm({ issue, onIssued }: TokenFormProps) {
  const form = useFormResult(issue, onIssued, ["name"]);
  return (
    <DialogForm form={form} submitLabel="Issue token" pendingLabel="Issuing…">
      <Field label="Name" required hint="Where it is used: “Nightly report”." error={form.errorOf("name")}>
        <Input name="name" maxLength={MAX_TOKEN_NAME_LENGTH} autoComplete="off" />
      </Field>
    </DialogForm>
  );
}
