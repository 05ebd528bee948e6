"use client";

import { createContext, type ReactNode, useContext, useId, useMemo } from "react";
import { errorText, type FieldError, FieldNote, Label } from "./field-parts";
import { cx, joinIds } from "./styles";

type FieldWiring = { id: string; labelId: string; describedBy?: string; invalid: boolean; required: boolean };

const FieldContext = createContext<FieldWiring | null>(null);

type OwnWiring = {
  id?: string;
  "aria-describedby"?: string;
  "aria-labelledby"?: string;
  "aria-label"?: string;
};

/**
 * Returns the attributes that connect a control to its Field. The control's own attributes win.
 */
export function useFieldControl(own: OwnWiring) {
  const field = useContext(FieldContext);
  return {
    labelId: own["aria-labelledby"] ?? (own["aria-label"] ? undefined : field?.labelId),
    wiring: {
      id: own.id ?? field?.id,
      "aria-describedby": joinIds(own["aria-describedby"], field?.describedBy),
      "aria-invalid": field?.invalid || undefined,
      "aria-required": field?.required || undefined,
    },
  };
}

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: FieldError;
  required?: boolean;
  optional?: boolean;
  aside?: ReactNode;
  id?: string;
  className?: string;
  children: ReactNode;
};

/** Connects label, hint and error to the control inside through context. `aside` is shown next to the label. */
export function Field(props: FieldProps) {
  const { label, hint, error, required = false, optional, aside, className, children } = props;
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
        <div className="flex items-baseline justify-between gap-3">
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
