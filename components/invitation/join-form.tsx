"use client";

import { useState } from "react";
import { signInWithPassword, signOut } from "@/components/auth/next-auth-client";
import { PasswordInput } from "@/components/auth/password-input";
import { Button, SubmitButton } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/field-parts";
import { useFormResult } from "@/components/ui/form";
import { UNREACHABLE } from "@/components/ui/reached";
import { LinkButton } from "@/components/ui/text";
import { ACCOUNT_LIMITS } from "@/lib/access";
import type { FormResult } from "@/lib/web/actions/form-result";

export type Joined = { email: string; path: string };

type JoinFormProps = {
  email: string;
  join: (fields: { name: string; password: string }) => Promise<FormResult<Joined>>;
};

export function JoinForm({ email, join }: JoinFormProps) {
  const [joined, setJoined] = useState(false);
  const form = useFormResult(
    async (fields) => {
      const password = String(fields.get("password") ?? "");
      const result = await join({ name: String(fields.get("name") ?? ""), password });
      if (result.status !== "ok") return result;
      const { path } = result.data;
      const outcome = await signInWithPassword({ email, password, callbackUrl: path }).catch(() => null);
      // The account exists even if sign-in failed, so the sign-in page comes next.
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
      <p className="text-muted">New here? Create an account to accept.</p>
      <Field label="Email" hint="The invited email">
        <Input value={email} readOnly autoComplete="username" />
      </Field>
      <Field label="Your name" required error={form.errorOf("name")}>
        <Input name="name" autoComplete="name" maxLength={ACCOUNT_LIMITS.name} />
      </Field>
      <Field
        label="Password"
        required
        error={form.errorOf("password")}
        hint={`At least ${ACCOUNT_LIMITS.passwordAtLeast} characters. A few words work well.`}
      >
        <PasswordInput name="password" autoComplete="new-password" />
      </Field>
      <SubmitButton pending={form.pending || joined} pendingLabel="Joining…">
        Create account and join
      </SubmitButton>
    </form>
  );
}

type AcceptFormProps = { name: string; email: string; accept: () => Promise<FormResult> };

export function AcceptForm({ name, email, accept }: AcceptFormProps) {
  const form = useFormResult(accept, () => undefined);
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <FormMessage>{form.message}</FormMessage>
      <p className="text-muted">
        You’re signed in as <strong className="font-medium text-ink">{name}</strong> ({email}).
      </p>
      <div className="flex flex-col gap-2">
        <SubmitButton pending={form.pending} pendingLabel="Joining…">
          Accept and join
        </SubmitButton>
        <LinkButton href="/" variant="ghost">
          Not now
        </LinkButton>
      </div>
    </form>
  );
}

type WrongAccountProps = { invited: string; signedIn: string; invitePath: string };

export function WrongAccount({ invited, signedIn, invitePath }: WrongAccountProps) {
  const [leaving, setLeaving] = useState(false);
  const [failed, setFailed] = useState(false);
  async function change() {
    setLeaving(true);
    setFailed(false);
    const outcome = await signOut(invitePath).catch(() => null);
    if (outcome?.error === null) return window.location.assign(outcome.url);
    setLeaving(false);
    setFailed(true);
  }
  return (
    <div className="flex flex-col gap-4">
      <FormMessage>{failed ? UNREACHABLE : null}</FormMessage>
      <p>
        This invitation is for <strong className="font-medium">{invited}</strong>. You’re signed in as{" "}
        <strong className="font-medium">{signedIn}</strong>.
      </p>
      <div className="flex flex-col gap-2">
        <Button variant="primary" pending={leaving} pendingLabel="Signing out…" onClick={change}>
          Sign out and continue
        </Button>
        <LinkButton href="/" variant="ghost">
          Stay signed in
        </LinkButton>
      </div>
    </div>
  );
}
