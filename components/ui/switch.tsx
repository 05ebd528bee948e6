"use client";

import type { ReactNode } from "react";
import { type ToggleInputProps, useToggleInput } from "./hooks";
import { ToggleRow } from "./toggle-row";

type SwitchProps = ToggleInputProps & { label: ReactNode; hint?: ReactNode; hideLabel?: boolean };

/** Without `aria-checked`, which could contradict the checkbox's own state. */
const switchRole = { role: "switch" } as const;

/** A setting that applies at once. With `disabledReason` it stays focusable and explains why. */
export function Switch({ label, hint, hideLabel, className, ...rest }: SwitchProps) {
  const { input, ids } = useToggleInput(rest, hint);
  const control = (
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
  );
  return (
    <ToggleRow
      control={control}
      inputId={input.id}
      label={label}
      hideLabel={hideLabel}
      hint={hint}
      reason={rest.disabledReason}
      ids={ids}
      controlAt="end"
      className={className}
    />
  );
}
