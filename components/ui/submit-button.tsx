"use client";

import { useFormStatus } from "react-dom";
import { Button, type ButtonProps } from "./button";
import { useDisabledScope } from "./disabled-scope";

/** Submits its form. Busy while the form's action runs, and disabled inside an active DisabledScope. */
export function SubmitButton({
  variant = "primary",
  pending = false,
  disabledReason,
  ...rest
}: Omit<ButtonProps, "type">) {
  const status = useFormStatus();
  const scope = useDisabledScope();
  return (
    <Button
      {...rest}
      type="submit"
      variant={variant}
      pending={pending || status.pending}
      disabledReason={disabledReason || scope?.reason}
    />
  );
}
