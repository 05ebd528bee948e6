"use client";

import type { ReactNode } from "react";
import { Button } from "./button";
import { DialogClose, DialogFooter } from "./dialog";
import { FormMessage } from "./form-message";
import { SubmitButton } from "./submit-button";
import type { FormState } from "./use-form-result";

type DialogFormProps = {
  form: FormState;
  submitLabel: string;
  pendingLabel: string;
  /** The fields, each with `form.errorOf` its name. */
  children: ReactNode;
};

/** A form in a dialog: what went wrong stands above its fields or at the one at fault, and nothing that was typed is lost. */
export function DialogForm({ form, submitLabel, pendingLabel, children }: DialogFormProps) {
  return (
    <form onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
      <FormMessage>{form.message}</FormMessage>
      {children}
      <DialogFooter>
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        <SubmitButton pending={form.pending} pendingLabel={pendingLabel}>
          {submitLabel}
        </SubmitButton>
      </DialogFooter>
    </form>
  );
}
