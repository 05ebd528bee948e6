"use client";

import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { useContentAttributes } from "./content-text";
import { Field, useFieldControl } from "./field";
import { controlClass, cx } from "./styles";

export type SelectOption = {
  value: string;
  label: string;
  disabled?: boolean;
  /** The label is text by people, in the brand's language. */
  written?: boolean;
};

type SelectProps = Omit<ComponentProps<"select">, "disabled" | "size" | "multiple"> & {
  options?: readonly SelectOption[];
  disabled?: boolean;
};

type ChoiceFieldProps<Value extends string> = Omit<ComponentProps<typeof Field>, "children"> & {
  options: readonly (SelectOption & { value: Value })[];
  value: Value;
  disabled?: boolean;
  onChange: (value: Value) => void;
};

/** A field with a select. `onChange` gets the chosen option's value. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { options, value, disabled, onChange, ...field } = props;
  return (
    <Field {...field}>
      <Select
        options={options}
        value={value}
        disabled={disabled}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
      />
    </Field>
  );
}

export function Select({ options, children, className, disabled = false, ...rest }: SelectProps) {
  const { wiring } = useFieldControl(rest);
  const attributes = useContentAttributes();
  return (
    <span className={cx("relative flex min-w-0 items-center", className)}>
      <select
        {...rest}
        {...wiring}
        disabled={disabled}
        className={cx(
          controlClass,
          "h-9 appearance-none truncate pr-9 pl-3 disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-muted disabled:hover:border-line disabled:opacity-100",
        )}
      >
        {options?.map((option) => (
          <option
            key={option.value}
            {...(option.written && attributes)}
            value={option.value}
            disabled={option.disabled}
            className="bg-raised text-ink"
          >
            {option.label}
          </option>
        ))}
        {children}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute right-3 size-4 text-muted" />
    </span>
  );
}
