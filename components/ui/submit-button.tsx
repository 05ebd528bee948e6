"use client";

import type { ReactNode, Ref } from "react";
import { useFormStatus } from "react-dom";
import { Button, type ButtonProps } from "./button";
import { FormMessage } from "./field-parts";
import type { FormState } from "./use-form-result";

export function SubmitButton({ variant = "primary", pending = false, ...rest }: Omit<ButtonProps, "type">) {
  const status = useFormStatus();
  return <Button {...rest} type="submit" variant={variant} pending={pending || status.pending} />;
}

type SettingsFormProps = Pick<ButtonProps, "variant" | "pendingLabel" | "disabledReason"> & {
  form: FormState;
  submitLabel: string;
  ref?: Ref<HTMLFormElement>;
  /** The fields. Each shows `form.errorOf` its name. */
  children?: ReactNode;
};

/** A form of a page. Dialogs use DialogForm. */
export function SettingsForm({ form, submitLabel, ref, children, ...button }: SettingsFormProps) {
  return (
    <form ref={ref} onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
      {children}
      <FormMessage>{form.message}</FormMessage>
      <div>
        <SubmitButton {...button} pending={form.pending}>
          {submitLabel}
        </SubmitButton>
      </div>
    </form>
  );
}
