"use client";

import { useState } from "react";
import { Field, Input } from "./field";
import { Select, type SelectOption } from "./select";

type ExpiryFieldsProps = {
  /** Values: a number of days, `never`, or `date` for a custom date. */
  options: readonly SelectOption[];
  initial: string;
  hintOfNever?: string;
  dateError?: string;
};

/** Form fields `expiry` and, for a custom date, `date`. */
export function ExpiryFields({ options, initial, hintOfNever, dateError }: ExpiryFieldsProps) {
  const [expiry, setExpiry] = useState(initial);
  return (
    <>
      <Field label="Expires" hint={expiry === "never" ? hintOfNever : undefined}>
        <Select
          name="expiry"
          options={options}
          value={expiry}
          onChange={(event) => setExpiry(event.currentTarget.value)}
        />
      </Field>
      {expiry === "date" ? (
        <Field label="Expiry date" required hint="End of this day, in UTC" error={dateError}>
          <Input name="date" type="date" />
        </Field>
      ) : null}
    </>
  );
}
