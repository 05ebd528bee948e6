"use client";

import { PasswordInput } from "@/components/auth/password-input";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormResult } from "@/components/ui/use-form-result";
import { ACCOUNT_LIMITS } from "@/lib/access";
import type { FormResult } from "@/lib/web/actions/form-result";

type ResetFormProps = {
  /** For password managers, which want to know whose password it is. */
  email: string;
  reset: (form: FormData) => Promise<FormResult>;
};

/** Sets a new password by a link; a refusal keeps what was typed and spends nothing. */
export function ResetForm({ email, reset }: ResetFormProps) {
  const form = useFormResult(reset, () => {}, ["password"]);
  return (
    <form method="post" onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
      <FormMessage>{form.message}</FormMessage>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <Field
        label="New password"
        required
        error={form.errorOf("password")}
        hint={`At least ${ACCOUNT_LIMITS.passwordAtLeast} characters. A few words in a row will do.`}
      >
        <PasswordInput name="password" autoComplete="new-password" />
      </Field>
      <SubmitButton pending={form.pending} pendingLabel="Setting…" className="w-full">
        Set the password
      </SubmitButton>
    </form>
  );
}
