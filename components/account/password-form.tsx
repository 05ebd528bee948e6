"use client";

import { useState } from "react";
import { PasswordInput } from "@/components/auth/password-input";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { useToast } from "@/components/ui/toast-context";
import { useFormResult } from "@/components/ui/use-form-result";
import { ACCOUNT_LIMITS } from "@/lib/access";
import type { FormResult } from "@/lib/web/actions/form-result";

type PasswordFormProps = {
  change: (form: FormData) => Promise<FormResult>;
  hasPassword: boolean;
  /** For password managers, which want to know whose password it is. */
  email: string;
};

/** Sets the password, after the present one was proved. */
export function PasswordForm({ change, hasPassword, email }: PasswordFormProps) {
  const [round, nextRound] = useState(0);
  const toast = useToast();
  const form = useFormResult(change, () => {
    toast({
      tone: "success",
      title: hasPassword ? "Your password is changed." : "Your password is set.",
      description: "Your other browsers are signed out.",
    });
    nextRound(round + 1);
  }, ["current", "password"]);
  return (
    <Card>
      {/* The key empties the fields once the password is changed. */}
      <form key={round} onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
        <input type="hidden" name="username" autoComplete="username" value={email} />
        {hasPassword ? (
          <Field label="Present password" required error={form.errorOf("current")}>
            <PasswordInput name="current" autoComplete="current-password" />
          </Field>
        ) : null}
        <Field
          label="New password"
          required
          hint={`At least ${ACCOUNT_LIMITS.passwordAtLeast} characters; a few words in a row will do.`}
          error={form.errorOf("password")}
        >
          <PasswordInput name="password" autoComplete="new-password" />
        </Field>
        <Checkbox
          name="revokeTokens"
          defaultChecked
          label="Revoke my session tokens too"
          hint="Untick it only if you know each of them: whoever knew your password may have issued one."
        />
        <FormMessage>{form.message}</FormMessage>
        <div>
          <SubmitButton pending={form.pending} pendingLabel="Changing…">
            {hasPassword ? "Change password" : "Set a password"}
          </SubmitButton>
        </div>
      </form>
    </Card>
  );
}
