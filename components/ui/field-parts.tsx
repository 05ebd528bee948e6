import { CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { Notice, type NoticeProps } from "./empty-state";
import { cx, joinIds } from "./styles";

type LabelProps = ComponentProps<"label"> & { htmlFor: string; optional?: boolean };

/** Fields are required by default, so only `optional` ones are marked. */
export function Label({ optional = false, className, children, htmlFor, ...rest }: LabelProps) {
  return (
    <label {...rest} htmlFor={htmlFor} className={cx("font-medium text-ink", className)}>
      {children}
      {optional ? <span className="ml-1.5 font-normal text-faint">Optional</span> : null}
    </label>
  );
}

export type FieldError = string | readonly string[] | null;

export function FieldNote({ hint, error, ids }: { hint?: React.ReactNode; error?: FieldError; ids: FieldNoteIds }) {
  const text = errorText(error);
  return (
    <>
      {hint ? (
        <p id={ids.hint} className="text-[0.8125rem] text-muted">
          {hint}
        </p>
      ) : null}
      {text ? (
        <p id={ids.error} className="flex items-start gap-1.5 text-[0.8125rem] text-danger">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
          {text}
        </p>
      ) : null}
    </>
  );
}

export type FieldNoteIds = { hint: string; error: string };

/** Joins error messages into one text. Empty if there are none. */
export function errorText(error?: FieldError): string {
  return typeof error === "string" ? error : (error ?? []).join(" ");
}

type FieldsetProps = {
  legend: ReactNode;
  hint?: ReactNode;
  error?: FieldError;
  hideLegend?: boolean;
  id?: string;
  className?: string;
  children: ReactNode;
};

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

/** Shows and announces a form's result: errors at once, anything else politely. Stays empty without children. */
export function FormMessage({ tone = "danger", ...rest }: NoticeProps) {
  const filled = Boolean(rest.children || rest.title);
  return (
    <div role={tone === "danger" ? "alert" : "status"} className="empty:absolute">
      {filled ? <Notice tone={tone} {...rest} /> : null}
    </div>
  );
}
