"use client";

import { startTransition as startJoining, useActionState } from "react";
import { signInWithPassword } from "@/components/auth/next-auth-client";
import { PasswordInput } from "@/components/auth/password-input";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import { SubmitButton } from "@/components/ui/submit-button";
import type { FormResult } from "@/lib/actions/form-result";

export type Joined = { email: string; path: string };

type JoinFormProps = {
  email: string;
  join: (fields: { name: string; password: string }) => Promise<FormResult<Joined>>;
};

/** Making an account for the invited address, which joins the brand and signs in. A refusal keeps what was typed. */
export function JoinForm({ email, join }: JoinFormProps) {
  async function run(_before: FormResult<Joined>, form: FormData): Promise<FormResult<Joined>> {
    const name = String(form.get("name") ?? "");
    const password = String(form.get("password") ?? "");
    const result = await join({ name, password });
    if (result.status !== "ok") return result;
    const outcome = await signInWithPassword({ email, password, callbackUrl: result.data.path }).catch(() => null);
    // The account is there either way: whoever could not be signed in now signs in by hand.
    window.location.assign(
      outcome?.error === null ? outcome.url : `/sign-in?${new URLSearchParams({ callbackUrl: result.data.path })}`,
    );
    return result;
  }
  const [result, submit, pending] = useActionState(run, { status: "idle" });
  const errorOf = (field: string) => (result.status === "error" && result.field === field ? result.message : undefined);
  const general =
    result.status === "error" && result.field !== "name" && result.field !== "password" ? result.message : null;
  return (
    <form
      method="post"
      onSubmit={(event) => {
        // Not `action`: React would empty the fields after a refusal.
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        startJoining(() => submit(form));
      }}
      noValidate
      className="flex flex-col gap-4"
    >
      <FormMessage>{general}</FormMessage>
      <p className="text-muted">You have no account here yet. Make one to accept.</p>
      <Field label="Email" hint="The invitation is for this address.">
        <Input value={email} readOnly autoComplete="username" />
      </Field>
      <Field label="Your name" required error={errorOf("name")}>
        <Input name="name" autoComplete="name" maxLength={120} />
      </Field>
      <Field
        label="Password"
        required
        error={errorOf("password")}
        hint="At least 12 characters. A few words in a row will do."
      >
        <PasswordInput name="password" autoComplete="new-password" />
      </Field>
      <SubmitButton pending={pending || result.status === "ok"} pendingLabel="Joining…">
        Make an account and join
      </SubmitButton>
    </form>
  );
}
