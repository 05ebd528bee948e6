"use client";

import { type ChangeEvent, type ComponentProps, type MouseEvent, useId } from "react";
import { joinIds } from "./cx";
import { useDisabledScope } from "./disabled-scope";

export type ToggleInputProps = Omit<ComponentProps<"input">, "type" | "size" | "disabled" | "onChange"> & {
  onCheckedChange?: (checked: boolean) => void;
  disabledReason?: string | null | false;
};

type Notes = { hint?: unknown; error?: string };

/** The attributes of a checkbox or switch that stays focusable while it must not change, and points to its hint, error and reason. */
export function useToggleInput({ onCheckedChange, disabledReason, id, ...rest }: ToggleInputProps, notes: Notes) {
  const generated = useId();
  const scope = useDisabledScope();
  const inputId = id ?? generated;
  const ids = { hint: `${inputId}-hint`, error: `${inputId}-error`, reason: `${inputId}-reason` };
  const blocked = Boolean(disabledReason || scope);
  const describedBy = joinIds(
    rest["aria-describedby"],
    Boolean(notes.hint) && ids.hint,
    notes.error && ids.error,
    disabledReason ? ids.reason : scope?.reasonId,
  );
  const input = {
    ...rest,
    id: inputId,
    "aria-describedby": describedBy,
    "aria-invalid": notes.error ? true : undefined,
    "aria-disabled": blocked || undefined,
    onClick: blocked ? (event: MouseEvent) => event.preventDefault() : rest.onClick,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      if (!blocked) onCheckedChange?.(event.currentTarget.checked);
    },
  };
  return { input, ids, blocked };
}
