"use client";

import { DialogForm } from "@/components/ui/dialog-form";
import { ExpiryFields } from "@/components/ui/expiry-fields";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useFormResult } from "@/components/ui/use-form-result";
import { MAX_CREDENTIAL_NAME_LENGTH, type ToolCredentialKind } from "@/lib/tool-credentials";
import type { CredentialActions, RevealedCredential } from "./types";

const EXPIRIES = [
  { value: "never", label: "Never: it is rotated by hand" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: "date", label: "On a day of your choice" },
];

type IssueCredentialFormProps = {
  kind: ToolCredentialKind;
  issue: CredentialActions["issue"];
  onIssued: (revealed: RevealedCredential) => void;
};

/** Asks what the new credential is called and how long it may live. */
export function IssueCredentialForm({ kind, issue, onIssued }: IssueCredentialFormProps) {
  const form = useFormResult((data) => issue(kind, data), onIssued, ["name", "date"]);
  return (
    <DialogForm form={form} submitLabel="Make it" pendingLabel="Making…">
      <Field label="Name" required hint="Where it is used: “Production”, “Staging”." error={form.errorOf("name")}>
        <Input name="name" defaultValue="Production" maxLength={MAX_CREDENTIAL_NAME_LENGTH} autoComplete="off" />
      </Field>
      <ExpiryFields label="Ends" options={EXPIRIES} initial="never" dateError={form.errorOf("date")} />
    </DialogForm>
  );
}
