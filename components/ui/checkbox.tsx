"use client";

import { Check, Minus } from "lucide-react";
import { type ToggleProps, ToggleRow } from "./toggle-row";

/** A native checkbox with its label. With `disabledReason` it stays focusable and explains why. */
export function Checkbox(props: ToggleProps) {
  return (
    <ToggleRow
      {...props}
      controlAt="start"
      control={(input) => (
        <span className="relative flex size-6 shrink-0 items-center justify-center">
          <input
            {...input}
            type="checkbox"
            className="peer size-4.5 after:absolute after:inset-0 appearance-none rounded border border-line-strong bg-surface transition-colors checked:border-solid checked:bg-solid indeterminate:border-solid indeterminate:bg-solid aria-disabled:cursor-not-allowed aria-disabled:border-dashed aria-disabled:not-checked:bg-sunken aria-invalid:border-danger forced-colors:appearance-auto"
          />
          <Check
            aria-hidden="true"
            strokeWidth={3}
            className="pointer-events-none absolute hidden size-3 text-on-solid peer-checked:block forced-colors:hidden"
          />
          <Minus
            aria-hidden="true"
            strokeWidth={3}
            className="pointer-events-none absolute hidden size-3 text-on-solid peer-indeterminate:block forced-colors:hidden"
          />
        </span>
      )}
    />
  );
}
