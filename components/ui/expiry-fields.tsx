"use client";

import { useState } from "react";
import { Field } from "./field";
import { Input } from "./input";
import { Select, type SelectOption } from "./select";

type ExpiryFieldsProps = {
  label: string;
  /** In so many days, `never`, or `date` for a day of one's choice. */
  options: readonly SelectOption[];
  initial: string;
  /** Said while `never` is chosen. */
  hintOfNever?: string;
  dateError?: string;
};

/** Asks when something ends: `expiry`, and `date` for a day of one's choice. */
export function ExpiryFields({ label, options, initial, hintOfNever, dateError }: ExpiryFieldsProps) {
  const [expiry, setExpiry] = useState(initial);
  return (
    <>
      <Field label={label} hint={expiry === "never" ? hintOfNever : undefined}>
        <Select
          name="expiry"
          options={options}
          value={expiry}
          onChange={(event) => setExpiry(event.currentTarget.value)}
        />
      </Field>
      {expiry === "date" ? (
        <Field label="Last day" required hint="It works to the end of this day, in UTC." error={dateError}>
          <Input name="date" type="date" />
        </Field>
      ) : null}
    </>
  );
}
