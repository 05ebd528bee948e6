"use client";

import { type ToggleProps, ToggleRow } from "./toggle-row";

/** Without `aria-checked`, which could contradict the checkbox's own state. */
const switchRole = { role: "switch" } as const;

/** A setting that applies at once. With `disabledReason` it stays focusable and explains why. */
export function Switch(props: ToggleProps) {
  return (
    <ToggleRow
      {...props}
      controlAt="end"
      control={(input) => (
        <span className="relative inline-flex h-6 shrink-0 items-center">
          <input
            {...input}
            type="checkbox"
            {...switchRole}
            className="peer h-6 w-10 appearance-none rounded-full border border-line-strong bg-active transition-colors checked:border-solid checked:bg-solid aria-disabled:cursor-not-allowed aria-disabled:border-dashed forced-colors:appearance-auto"
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute left-1.25 size-3.5 rounded-full bg-muted transition-transform peer-checked:translate-x-4 peer-checked:bg-on-solid forced-colors:hidden"
          />
        </span>
      )}
    />
  );
}
