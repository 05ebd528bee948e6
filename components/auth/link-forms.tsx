"use client";

import { MailCheck } from "lucide-react";
import { useState } from "react";
import { PasswordInput } from "@/components/auth/password-input";
import { SubmitButton } from "@/components/ui/button";
import { EmptyState, Notice } from "@/components/ui/empty-state";
import { Field, Input } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/field-parts";
import { useFormResult } from "@/components/ui/form";
import { LinkButton } from "@/components/ui/text";
import { ACCOUNT_LIMITS } from "@/lib/access";
import type { FormResult } from "@/lib/web/actions/form-result";

/** Shows the same result whether the email has an account or not. */
export function ForgotForm({ ask }: { ask: (form: FormData) => Promise<FormResult> }) {
  const [sent, setSent] = useState(false);
  const form = useFormResult(ask, () => setSent(true), ["email"]);
  if (sent) {
    return (
      <EmptyState
        level={2}
        icon={<MailCheck />}
        title="Check your email"
        action={<LinkButton href="/sign-in">Back to sign-in</LinkButton>}
      >
        If this email has an account, we’ve sent a link to set a new password. It expires in 1 hour. Nothing after a few
        minutes? Check your spam folder, then try again.
      </EmptyState>
    );
  }
  return (
    <form method="post" onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
      <FormMessage>{form.message}</FormMessage>
      <Field label="Email" required error={form.errorOf("email")} hint="The email you sign in with">
        <Input
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          autoFocus
          spellCheck={false}
          maxLength={ACCOUNT_LIMITS.email}
        />
      </Field>
      <SubmitButton pending={form.pending} pendingLabel="Sending…" className="w-full">
        Send reset link
      </SubmitButton>
      <LinkButton href="/sign-in" variant="ghost">
        Back to sign-in
      </LinkButton>
    </form>
  );
}

export function ResetForm({ email, reset }: { email: string; reset: (form: FormData) => Promise<FormResult> }) {
  const form = useFormResult(reset, () => {}, ["password"]);
  return (
    <form method="post" onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
      <FormMessage>{form.message}</FormMessage>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <Field
        label="New password"
        required
        error={form.errorOf("password")}
        hint={`At least ${ACCOUNT_LIMITS.passwordAtLeast} characters. A few words work well.`}
      >
        <PasswordInput name="password" autoComplete="new-password" autoFocus />
      </Field>
      <SubmitButton pending={form.pending} pendingLabel="Saving…" className="w-full">
        Set password
      </SubmitButton>
    </form>
  );
}

type LinkFormProps = {
  label: string;
  pendingLabel: string;
  act: () => Promise<FormResult>;
  done: { title: string; text: string; href: string; link: string };
};

/** Acts on a button press, not when the link opens, because mail programs open links too. */
export function LinkForm({ label, pendingLabel, act, done }: LinkFormProps) {
  const [acted, setActed] = useState(false);
  const form = useFormResult(act, () => setActed(true));
  if (acted) {
    return (
      <div className="flex flex-col gap-4">
        <Notice tone="success" title={done.title}>
          {done.text}
        </Notice>
        <LinkButton href={done.href} variant="primary">
          {done.link}
        </LinkButton>
      </div>
    );
  }
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <FormMessage>{form.message}</FormMessage>
      <SubmitButton pending={form.pending} pendingLabel={pendingLabel} className="w-full">
        {label}
      </SubmitButton>
    </form>
  );
}
