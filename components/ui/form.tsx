"use client";

import { type FormEvent, type ReactNode, type Ref, startTransition, useActionState } from "react";
import type { FormResult } from "@/lib/web/actions/form-result";
import { type ButtonProps, SubmitButton } from "./button";
import { FormMessage } from "./field-parts";
import { reached } from "./reached";
import { type OnOk, useOnOk } from "./toast-context";

type Problem = { message: string; field?: string; fields?: Readonly<Record<string, string>> };

export type FormState = {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  pending: boolean;
  errorOf: (field: string) => string | undefined;
  message: string | undefined;
};

/**
 * Sends a form to a server action and keeps only the error. On success `onOk` gets the data, which is stored nowhere.
 * Unlike `<form action>`, it keeps the input.
 */
export function useFormResult<Data>(
  act: (form: FormData) => Promise<FormResult<Data>>,
  onOk: OnOk<Data>,
  fields: readonly string[] = [],
): FormState {
  const succeed = useOnOk();
  const [problem, send, pending] = useActionState(
    async (_: Problem | null, form: FormData): Promise<Problem | null> => {
      const result = await reached(() => act(form));
      if (result.status === "error") return { message: result.message, field: result.field, fields: result.fields };
      succeed(onOk, result.data, result.message);
      return null;
    },
    null,
  );
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const form = new FormData(event.currentTarget);
    if (!pending) startTransition(() => send(form));
  };
  return { onSubmit, pending, ...errorsOf(problem, fields) };
}

/** A form's errors. The message of a field that shows its own error isn't repeated. */
export function errorsOf(problem: Problem | null, fields: readonly string[]): Pick<FormState, "errorOf" | "message"> {
  const inPlace = problem?.field !== undefined && fields.includes(problem.field);
  return {
    errorOf: (field) => problem?.fields?.[field] ?? (problem?.field === field ? problem.message : undefined),
    message: inPlace ? undefined : problem?.message,
  };
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
