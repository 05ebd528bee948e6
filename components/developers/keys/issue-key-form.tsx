"use client";

import { useState } from "react";
import { useFormResult } from "@/components/forms/use-form-result";
import { Button } from "@/components/ui/button";
import { DialogClose, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { SubmitButton } from "@/components/ui/submit-button";
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
  const [expiry, setExpiry] = useState("90");
  const form = useFormResult(issue, onIssued, ["name", "date"]);
  return (
    <form onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
      <FormMessage>{form.message}</FormMessage>
      <Field label="Name" required hint="Where it is used: “Website”, “Build server”." error={form.errorOf("name")}>
        <Input name="name" maxLength={100} autoComplete="off" />
      </Field>
      <Field
        label="Expires"
        hint={expiry === "never" ? "A key that never ends works on wherever it leaks to. Prefer a date." : undefined}
      >
        <Select
          name="expiry"
          options={EXPIRIES}
          value={expiry}
          onChange={(event) => setExpiry(event.currentTarget.value)}
        />
      </Field>
      {expiry === "date" ? (
        <Field label="Last day" required hint="It works to the end of this day, in UTC." error={form.errorOf("date")}>
          <Input name="date" type="date" />
        </Field>
      ) : null}
      <DialogFooter>
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        <SubmitButton pending={form.pending} pendingLabel="Issuing…">
          Issue key
        </SubmitButton>
      </DialogFooter>
    </form>
  );
}
