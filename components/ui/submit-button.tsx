"use client";

import { useFormStatus } from "react-dom";
import { Button, type ButtonProps } from "./button";
import { useDisabledScope } from "./disabled-scope";

/** Submits the form it stands in; busy while that form's action runs, and disabled with the reason of a DisabledScope around it. */
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
