"use client";

import { MailCheck } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import { LinkButton } from "@/components/ui/link-button";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormResult } from "@/components/ui/use-form-result";
import { ACCOUNT_LIMITS } from "@/lib/access";
import type { FormResult } from "@/lib/web/actions/form-result";

/** Asks for the email, and says the same whether it has an account or not. */
export function ForgotForm({ ask }: { ask: (form: FormData) => Promise<FormResult> }) {
  const [asked, setAsked] = useState(false);
  const form = useFormResult(ask, () => setAsked(true), ["email"]);
  if (asked) {
    return (
      <EmptyState
        level={2}
        icon={<MailCheck />}
        title="Look into your mails"
        action={<LinkButton href="/sign-in">Back to sign-in</LinkButton>}
      >
        If this email has an account, a link to set a new password is on its way. It works for an hour. Nothing there
        after some minutes? Look among the unwanted mails, then ask again.
      </EmptyState>
    );
  }
  return (
    <form method="post" onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
      <FormMessage>{form.message}</FormMessage>
      <Field label="Email" required error={form.errorOf("email")} hint="The one you sign in with.">
        <Input
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={ACCOUNT_LIMITS.email}
        />
      </Field>
      <SubmitButton pending={form.pending} pendingLabel="Sending…" className="w-full">
        Send me a link
      </SubmitButton>
      <LinkButton href="/sign-in" variant="ghost">
        Back to sign-in
      </LinkButton>
    </form>
  );
}
