"use client";

import { type ReactNode, useId, useMemo } from "react";
import { cx, joinIds } from "./cx";
import { FieldContext } from "./field-context";
import { errorText, type FieldError, FieldNote, Label } from "./field-parts";

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: FieldError;
  required?: boolean;
  optional?: boolean;
  hideLabel?: boolean;
  aside?: ReactNode;
  id?: string;
  className?: string;
  children: ReactNode;
};

/** Connects label, hint and error to the control inside through context. `aside` is shown next to the label. */
export function Field(props: FieldProps) {
  const { label, hint, error, required = false, optional, hideLabel = false, aside, className, children } = props;
  const generated = useId();
  const id = props.id ?? generated;
  const invalid = errorText(error) !== "";
  const ids = useMemo(() => ({ hint: `${id}-hint`, error: `${id}-error` }), [id]);
  const wiring = useMemo(
    () => ({
      id,
      labelId: `${id}-label`,
      describedBy: joinIds(hint ? ids.hint : null, invalid && ids.error),
      invalid,
      required,
    }),
    [id, ids, hint, invalid, required],
  );
  return (
    <FieldContext value={wiring}>
      <div className={cx("flex min-w-0 flex-col gap-1.5", className)}>
        <div className={cx("flex items-baseline justify-between gap-3", hideLabel && "sr-only")}>
          <Label htmlFor={id} id={wiring.labelId} optional={optional}>
            {label}
          </Label>
          {aside ? <span className="text-[0.8125rem] text-muted">{aside}</span> : null}
        </div>
        {children}
        <FieldNote hint={hint} error={error} ids={ids} />
      </div>
    </FieldContext>
  );
}
