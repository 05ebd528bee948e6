"use client";

import { Check, Minus } from "lucide-react";
import { type ChangeEvent, type ComponentProps, type MouseEvent, type ReactNode, useId } from "react";
import { FieldNote } from "./field-parts";
import { cx, joinIds } from "./styles";

type InputProps = ComponentProps<"input">;

type ToggleProps = Omit<InputProps, "type" | "size" | "disabled" | "onChange"> & {
  label: ReactNode;
  hint?: ReactNode;
  hideLabel?: boolean;
  onCheckedChange?: (checked: boolean) => void;
  disabledReason?: string | null | false;
};

type ToggleRowProps = ToggleProps & { control: (input: InputProps) => ReactNode; controlAt: "start" | "end" };

/** A checkbox or switch that stays focusable while blocked, with its label, hint and reason. */
function ToggleRow(props: ToggleRowProps) {
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

/** A native checkbox with its label. With `disabledReason` it stays focusable and explains why. */
export function Checkbox(props: ToggleProps) {
  return (
    <ToggleRow
      {...props}
      controlAt="start"
      control={(input) => (
        <span className="relative flex size-6 shrink-0 items-center justify-center">
          <input
            {...input}
            type="checkbox"
            className="peer size-4.5 after:absolute after:inset-0 appearance-none rounded border border-line-strong bg-surface transition-colors checked:border-solid checked:bg-solid indeterminate:border-solid indeterminate:bg-solid aria-disabled:cursor-not-allowed aria-disabled:border-dashed aria-disabled:not-checked:bg-sunken aria-invalid:border-danger forced-colors:appearance-auto"
          />
          <Check
            aria-hidden="true"
            strokeWidth={3}
            className="pointer-events-none absolute hidden size-3 text-on-solid peer-checked:block forced-colors:hidden"
          />
          <Minus
            aria-hidden="true"
            strokeWidth={3}
            className="pointer-events-none absolute hidden size-3 text-on-solid peer-indeterminate:block forced-colors:hidden"
          />
        </span>
      )}
    />
  );
}

/** Without `aria-checked`, which could contradict the checkbox's own state. */
const switchRole = { role: "switch" } as const;

/** A setting that applies at once. With `disabledReason` it stays focusable and explains why. */
export function Switch(props: ToggleProps) {
  return (
    <ToggleRow
      {...props}
      controlAt="end"
      control={(input) => (
        <span className="relative inline-flex h-6 shrink-0 items-center">
          <input
            {...input}
            type="checkbox"
            {...switchRole}
            className="peer h-6 w-10 appearance-none rounded-full border border-line-strong bg-active transition-colors checked:border-solid checked:bg-solid aria-disabled:cursor-not-allowed aria-disabled:border-dashed forced-colors:appearance-auto"
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute left-1.25 size-3.5 rounded-full bg-muted transition-transform peer-checked:translate-x-4 peer-checked:bg-on-solid forced-colors:hidden"
          />
        </span>
      )}
    />
  );
}
