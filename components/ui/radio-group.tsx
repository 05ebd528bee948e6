"use client";

import { type ReactNode, useId } from "react";
import { type FieldError, Fieldset } from "./field-parts";
import { cx } from "./styles";

export type RadioOption = { value: string; label: ReactNode; hint?: ReactNode; disabledReason?: string | null };

type RadioGroupProps = {
  legend: ReactNode;
  name: string;
  options: readonly RadioOption[];
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
  error?: FieldError;
  id?: string;
  look?: "list" | "cards";
  className?: string;
};

/** Native radio buttons. `look="cards"` frames each option. */
export function RadioGroup(props: RadioGroupProps) {
  const { legend, name, options, value, defaultValue, onValueChange, error, look = "list", className } = props;
  const id = useId();
  return (
    <Fieldset id={props.id} legend={legend} error={error} className={className}>
      <div
        className={
          look === "cards" ? "grid gap-2 sm:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]" : "flex flex-col gap-1"
        }
      >
        {options.map((option, index) => {
          const note = option.disabledReason ?? option.hint;
          const noteId = `${id}-${index}`;
          return (
            <label
              key={option.value}
              className={cx(
                "flex items-start gap-2.5",
                look === "cards" &&
                  "ring-within rounded-lg border border-line-strong/60 bg-surface p-3 transition-colors hover:bg-hover has-checked:border-solid has-checked:bg-hover has-checked:shadow-[inset_0_0_0_1px_var(--solid)]",
              )}
            >
              <span className="flex size-6 shrink-0 items-center justify-center">
                <input
                  type="radio"
                  name={name}
                  value={option.value}
                  checked={value === undefined ? undefined : value === option.value}
                  defaultChecked={value === undefined ? defaultValue === option.value : undefined}
                  onChange={() => onValueChange?.(option.value)}
                  disabled={Boolean(option.disabledReason)}
                  aria-describedby={note ? noteId : undefined}
                  className="size-4.5 appearance-none rounded-full border border-line-strong bg-surface transition-all checked:border-[5px] checked:border-solid disabled:border-dashed disabled:bg-sunken checked:disabled:border-solid forced-colors:appearance-auto"
                />
              </span>
              <span className="flex min-w-0 flex-col py-0.5">
                <span className={cx(look === "cards" && "font-medium", option.disabledReason && "text-faint")}>
                  {option.label}
                </span>
                {note ? (
                  <span id={noteId} className="text-[0.8125rem] text-muted">
                    {note}
                  </span>
                ) : null}
              </span>
            </label>
          );
        })}
      </div>
    </Fieldset>
  );
}
