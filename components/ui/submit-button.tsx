"use client";

import { useFormStatus } from "react-dom";
import { Button, type ButtonProps } from "./button";

/** Submits its form. Busy while the form's action runs. */
export function SubmitButton({ variant = "primary", pending = false, ...rest }: Omit<ButtonProps, "type">) {
  const status = useFormStatus();
  return <Button {...rest} type="submit" variant={variant} pending={pending || status.pending} />;
}
