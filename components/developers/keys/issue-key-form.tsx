"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { DialogForm } from "@/components/ui/dialog-form";
import { ExpiryFields } from "@/components/ui/expiry-fields";
import { Field } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/fieldset";
import { Input } from "@/components/ui/input";
import { useFormResult } from "@/components/ui/use-form-result";
import { MAX_KEY_NAME_LENGTH } from "@/lib/api-keys";
import { ALL_API_KEY_SCOPES, API_KEY_SCOPES } from "@/lib/contract";
import type { KeyActions, RevealedKey } from "./types";

const EXPIRIES = [
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: "date", label: "On a day of your choice" },
  { value: "never", label: "Never" },
];

type IssueKeyFormProps = { issue: KeyActions["issue"]; onIssued: (issued: RevealedKey) => void };

/** Asks what the new key is for and how long it may live. */
export function IssueKeyForm({ issue, onIssued }: IssueKeyFormProps) {
  const form = useFormResult(issue, onIssued, ["name", "scopes", "date"]);
  return (
    <DialogForm form={form} submitLabel="Issue key" pendingLabel="Issuing…">
      <Field label="Name" required hint="Where it is used: “Website”, “Build server”." error={form.errorOf("name")}>
        <Input name="name" maxLength={MAX_KEY_NAME_LENGTH} autoComplete="off" />
      </Field>
      <Fieldset legend="The key may" error={form.errorOf("scopes")}>
        {ALL_API_KEY_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            name="scopes"
            value={scope}
            defaultChecked={API_KEY_SCOPES[scope].byDefault}
            label={API_KEY_SCOPES[scope].title}
            hint={API_KEY_SCOPES[scope].description}
          />
        ))}
      </Fieldset>
      <ExpiryFields
        label="Expires"
        options={EXPIRIES}
        initial="90"
        hintOfNever="A key that never ends works on wherever it leaks to. Prefer a date."
        dateError={form.errorOf("date")}
      />
    </DialogForm>
  );
}
