import { CircleAlert } from "lucide-react";

export type FieldError = string | readonly string[] | null;

/** The hint and the error below a control, each with the id by which the control points to it. */
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

/** One sentence out of one or several error messages; empty when there is none. */
export function errorText(error?: FieldError): string {
  return typeof error === "string" ? error : (error ?? []).join(" ");
}
