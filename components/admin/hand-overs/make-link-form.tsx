"use client";

import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { useFormResult } from "@/components/ui/use-form-result";
import { DEFAULT_HOURS, MAX_HAND_OVER_NAME_LENGTH } from "@/lib/hand-overs";
import type { HandOverActions, MadeLink } from "./types";

const HOURS = [
  { value: "1", label: "In an hour" },
  { value: "24", label: "In a day" },
  { value: "72", label: "In 3 days" },
  { value: "168", label: "In a week" },
  { value: "336", label: "In 2 weeks" },
];

type MakeLinkFormProps = { make: HandOverActions["make"]; onMade: (made: MadeLink) => void };

/** Asks whom the link is for and how long it may live. */
export function MakeLinkForm({ make, onMade }: MakeLinkFormProps) {
  const form = useFormResult(make, onMade, ["name", "hours"]);
  return (
    <DialogForm form={form} submitLabel="Make the link" pendingLabel="Making…">
      <Field
        label="For whom"
        required
        hint="Who gets the link: “Print Room, operations”. They see it, and the credentials are named so."
        error={form.errorOf("name")}
      >
        <Input name="name" maxLength={MAX_HAND_OVER_NAME_LENGTH} autoComplete="off" />
      </Field>
      <Field
        label="Ends"
        hint="The link, and the set-up page behind it. The credentials do not."
        error={form.errorOf("hours")}
      >
        <Select name="hours" options={HOURS} defaultValue={String(DEFAULT_HOURS)} />
      </Field>
    </DialogForm>
  );
}
