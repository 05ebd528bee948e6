import type { ReactNode } from "react";
import { FieldNote, type FieldNoteIds } from "./field-parts";
import { cx } from "./styles";

type ToggleRowProps = {
  control: ReactNode;
  inputId: string;
  label: ReactNode;
  hideLabel?: boolean;
  hint?: ReactNode;
  reason?: string | null | false;
  ids: FieldNoteIds & { reason: string };
  controlAt: "start" | "end";
  className?: string;
};

export function ToggleRow(props: ToggleRowProps) {
  const { control, inputId, label, hideLabel = false, hint, reason, ids, controlAt, className } = props;
  return (
    <div
      className={cx(
        "flex items-start gap-2.5",
        controlAt === "end" && "flex-row-reverse justify-between gap-6",
        className,
      )}
    >
      {control}
      <div className={cx("flex min-w-0 flex-col gap-0.5", hideLabel && "sr-only")}>
        <label htmlFor={inputId} className={cx("flex min-h-6 items-center", controlAt === "end" && "font-medium")}>
          {label}
        </label>
        <FieldNote hint={hint} ids={ids} />
        {reason ? (
          <p id={ids.reason} className="text-[0.8125rem] text-muted">
            {reason}
          </p>
        ) : null}
      </div>
    </div>
  );
}
