import { type ReactNode, useId } from "react";
import { cx, joinIds } from "./cx";
import { errorText, type FieldError, FieldNote } from "./field-note";

type FieldsetProps = {
  legend: ReactNode;
  hint?: ReactNode;
  error?: FieldError;
  hideLegend?: boolean;
  id?: string;
  className?: string;
  children: ReactNode;
};

/** Groups several controls under one name, with a hint and an error that belong to the group. */
export function Fieldset({ legend, hint, error, hideLegend = false, className, children, ...rest }: FieldsetProps) {
  const generated = useId();
  const id = rest.id ?? generated;
  const ids = { hint: `${id}-hint`, error: `${id}-error` };
  const described = joinIds(hint ? ids.hint : null, errorText(error) !== "" && ids.error);
  return (
    <fieldset
      id={rest.id}
      tabIndex={rest.id ? -1 : undefined}
      aria-describedby={described}
      className={cx("flex min-w-0 flex-col gap-2", className)}
    >
      <legend className={cx("mb-2 font-medium", hideLegend && "sr-only")}>{legend}</legend>
      {children}
      <FieldNote hint={hint} error={error} ids={ids} />
    </fieldset>
  );
}
