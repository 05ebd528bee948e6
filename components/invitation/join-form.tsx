"use client";

import { useState } from "react";
import { signInWithPassword } from "@/components/auth/next-auth-client";
import { PasswordInput } from "@/components/auth/password-input";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormResult } from "@/components/ui/use-form-result";
import { ACCOUNT_LIMITS } from "@/lib/access";
import type { FormResult } from "@/lib/web/actions/form-result";

export type Joined = { email: string; path: string };

type JoinFormProps = {
  email: string;
  join: (fields: { name: string; password: string }) => Promise<FormResult<Joined>>;
};

/** Makes an account for the invited email, which joins the brand and signs in. A refusal keeps what was typed. */
export function JoinForm({ email, join }: JoinFormProps) {
  const [joined, setJoined] = useState(false);
  const form = useFormResult(
    async (fields) => {
      const password = String(fields.get("password") ?? "");
      const result = await join({ name: String(fields.get("name") ?? ""), password });
      if (result.status !== "ok") return result;
      const { path } = result.data;
      const outcome = await signInWithPassword({ email, password, callbackUrl: path }).catch(() => null);
      // The account is there either way: whoever could not be signed in now signs in by hand.
      const next = outcome?.error === null ? outcome.url : `/sign-in?${new URLSearchParams({ callbackUrl: path })}`;
      window.location.assign(next);
      return result;
    },
    () => setJoined(true),
    ["name", "password"],
  );
  return (
    <form method="post" onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
      <FormMessage>{form.message}</FormMessage>
      <p className="text-muted">New here? Make an account to accept.</p>
      <Field label="Email" hint="The invitation is for this email.">
        <Input value={email} readOnly autoComplete="username" />
      </Field>
      <Field label="Your name" required error={form.errorOf("name")}>
        <Input name="name" autoComplete="name" maxLength={ACCOUNT_LIMITS.name} />
      </Field>
      <Field
        label="Password"
        required
        error={form.errorOf("password")}
        hint={`At least ${ACCOUNT_LIMITS.passwordAtLeast} characters. A few words in a row will do.`}
      >
        <PasswordInput name="password" autoComplete="new-password" />
      </Field>
      <SubmitButton pending={form.pending || joined} pendingLabel="Joining…">
        Make an account and join
      </SubmitButton>
    </form>
  );
}
