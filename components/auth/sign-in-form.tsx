"use client";

import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { Button, SubmitButton } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/field-parts";
import { UNREACHABLE } from "@/components/ui/reached";
import { waitText } from "@/lib/platform/limits/credential-budget";
import { signInElsewhere, signInWithPassword } from "./next-auth-client";
import { PasswordInput } from "./password-input";

const SENTENCES = {
  CredentialsSignin: "Wrong email or password.",
  SignInFailed: "Something went wrong. The error was logged. Try again.",
  EmailNotVerified: "That account’s email isn’t verified. Verify it with the provider and try again.",
  AccountDeactivated: "This account is deactivated. Contact your administrator.",
  CompanySignInOnly: "Your company requires single sign-on. Use its button below.",
  OtherIdentityLinked: "This email belongs to another account at that provider. Contact your administrator.",
  ProvedLongAgo: "The provider didn’t ask you to sign in again. Sign out there and try again.",
  OAuthSignin: "The sign-in provider can’t be reached. Try again in a minute.",
  OtherAccount: "That’s not the account you’re signed in with here.",
  AccessDenied: "That account isn’t allowed to sign in.",
};

/** Suggests a known browser, because its attempts are counted separately. */
const throttledSentence = (seconds: number) =>
  `Too many attempts. Try again in ${waitText(seconds)}, or use a browser you’ve signed in with before.`;

const isKnown = (code: string): code is keyof typeof SENTENCES => Object.hasOwn(SENTENCES, code);

/** Returns the sentence for an error code. Unknown codes count as a provider's failure. */
export function signInErrorSentence(code: string): string {
  if (isKnown(code)) return SENTENCES[code];
  const seconds = /^SignInThrottled-(\d{1,6})$/.exec(code)?.[1];
  return seconds ? throttledSentence(Number(seconds)) : "Sign-in failed. Try again.";
}

type Problem = { message?: string; email?: string; password?: string };

const emptyFields = (email: string, password: string): Problem => ({
  email: email.trim() ? undefined : "Enter your email.",
  password: password ? undefined : "Enter your password.",
});

/** Has `method="post"` for submits before the script runs, so a password never gets into the URL. */
export function SignInForm({ callbackUrl, initialError }: { callbackUrl: string; initialError: string | null }) {
  const [problem, setProblem] = useState<Problem>(initialError ? { message: signInErrorSentence(initialError) } : {});
  const [pending, setPending] = useState(false);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);

  function refuse(next: Problem) {
    setPending(false);
    setProblem(next);
    (next.email ? email : password).current?.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    const fields = { email: email.current?.value ?? "", password: password.current?.value ?? "" };
    const missing = emptyFields(fields.email, fields.password);
    if (missing.email || missing.password) return refuse(missing);
    setPending(true);
    setProblem({});
    const outcome = await signInWithPassword({ ...fields, callbackUrl }).catch(() => null);
    if (!outcome) return refuse({ message: UNREACHABLE });
    if (outcome.error === null) return window.location.assign(outcome.url);
    if (password.current) password.current.value = "";
    refuse({ message: signInErrorSentence(outcome.error) });
  }

  return (
    <form
      method="post"
      action="/api/auth/callback/credentials"
      noValidate
      onSubmit={submit}
      className="flex flex-col gap-4"
    >
      <FormMessage>{problem.message}</FormMessage>
      <Field label="Email" required error={problem.email}>
        <Input
          ref={email}
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          autoFocus
          spellCheck={false}
        />
      </Field>
      <Field label="Password" required error={problem.password}>
        <PasswordInput ref={password} name="password" autoComplete="current-password" />
      </Field>
      <SubmitButton pending={pending} pendingLabel="Signing in…" className="mt-1 w-full">
        Sign in
      </SubmitButton>
    </form>
  );
}

type ProviderButtonsProps = { providers: { id: string; name: string; icon: ReactNode }[]; callbackUrl: string };

export function ProviderButtons({ providers, callbackUrl }: ProviderButtonsProps) {
  const [leaving, setLeaving] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);

  async function leaveFor(id: string, name: string) {
    setLeaving(id);
    setFailed(null);
    const outcome = await signInElsewhere(id, callbackUrl).catch(() => null);
    if (outcome?.error === null) return window.location.assign(outcome.url);
    setLeaving(null);
    setFailed(`Can’t reach ${name}. Try again in a minute.`);
  }

  return (
    <div className="flex flex-col gap-2">
      {providers.map(({ id, name, icon }) => (
        <Button key={id} icon={icon} pending={leaving === id} className="w-full" onClick={() => leaveFor(id, name)}>
          Continue with {name}
        </Button>
      ))}
      <FormMessage>{failed}</FormMessage>
    </div>
  );
}
