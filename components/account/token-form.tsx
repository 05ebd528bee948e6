"use client";

import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioGroup, type RadioOption } from "@/components/ui/radio-group";
import { useFormResult } from "@/components/ui/use-form-result";
import { MAX_TOKEN_NAME_LENGTH } from "@/lib/sessions";
import type { RevealedToken, SessionActions } from "./types";

type TokenFormProps = { issue: SessionActions["issueToken"]; onIssued: (issued: RevealedToken) => void };

const ACCESS: RadioOption[] = [
  {
    value: "read",
    label: "Read only",
    hint: "Lists your brands and reads their identities. It cannot sign in to tools.",
  },
  {
    value: "write",
    label: "Read, and sign in to tools",
    hint: "Also mints federation tokens, with which tools take it for you.",
  },
];

/** Asks what the token is for, and what it may do. */
export function TokenForm({ issue, onIssued }: TokenFormProps) {
  const form = useFormResult(issue, onIssued, ["name", "access"]);
  return (
    <DialogForm form={form} submitLabel="Issue token" pendingLabel="Issuing…">
      <Field label="Name" required hint="Where it is used: “Nightly report”." error={form.errorOf("name")}>
        <Input name="name" maxLength={MAX_TOKEN_NAME_LENGTH} autoComplete="off" />
      </Field>
      <RadioGroup
        legend="What it may do"
        name="access"
        options={ACCESS}
        defaultValue="write"
        error={form.errorOf("access")}
      />
    </DialogForm>
  );
}
