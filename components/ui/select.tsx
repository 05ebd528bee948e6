"use client";

import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { useContentAttributes } from "./content-text";
import { useFieldControl } from "./field";
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
