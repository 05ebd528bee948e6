"use client";

import { type ChangeEvent, type ComponentProps, type MouseEvent, type ReactNode, useId } from "react";
import { FieldNote } from "./field-parts";
import { cx, joinIds } from "./styles";

type InputProps = ComponentProps<"input">;

export type ToggleProps = Omit<InputProps, "type" | "size" | "disabled" | "onChange"> & {
  label: ReactNode;
  hint?: ReactNode;
  hideLabel?: boolean;
  onCheckedChange?: (checked: boolean) => void;
  disabledReason?: string | null | false;
};

type ToggleRowProps = ToggleProps & { control: (input: InputProps) => ReactNode; controlAt: "start" | "end" };

/** A checkbox or switch that stays focusable while blocked, with its label, hint and reason. */
export function ToggleRow(props: ToggleRowProps) {
  const {
    control,
    controlAt,
    label,
    hint,
    hideLabel = false,
    onCheckedChange,
    disabledReason,
    className,
    ...rest
  } = props;
  const generated = useId();
  const id = rest.id ?? generated;
  const ids = { hint: `${id}-hint`, error: `${id}-error`, reason: `${id}-reason` };
  const blocked = Boolean(disabledReason);
  const input = {
    ...rest,
    id,
    "aria-describedby": joinIds(rest["aria-describedby"], Boolean(hint) && ids.hint, disabledReason && ids.reason),
    "aria-disabled": blocked || undefined,
    onClick: blocked ? (event: MouseEvent) => event.preventDefault() : rest.onClick,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      if (!blocked) onCheckedChange?.(event.currentTarget.checked);
    },
  };
  return (
    <div
      className={cx(
        "flex items-start gap-2.5",
        controlAt === "end" && "flex-row-reverse justify-between gap-6",
        className,
      )}
    >
      {control(input)}
      <div className={cx("flex min-w-0 flex-col gap-0.5", hideLabel && "sr-only")}>
        <label htmlFor={id} className={cx("flex min-h-6 items-center", controlAt === "end" && "font-medium")}>
          {label}
        </label>
        <FieldNote hint={hint} ids={ids} />
        {disabledReason ? (
          <p id={ids.reason} className="text-[0.8125rem] text-muted">
            {disabledReason}
          </p>
        ) : null}
      </div>
    </div>
  );
}
