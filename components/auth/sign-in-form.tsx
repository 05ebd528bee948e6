"use client";

import { type FormEvent, useRef, useState } from "react";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/field-parts";
import { Input } from "@/components/ui/input";
import { UNREACHABLE } from "@/components/ui/reached";
import { SubmitButton } from "@/components/ui/submit-button";
import { waitText } from "@/lib/platform/limits/wait-text";
import { signInWithPassword } from "./next-auth-client";
import { PasswordInput } from "./password-input";

const SENTENCES = {
  CredentialsSignin: "The email or the password is wrong.",
  SignInFailed: "Something went wrong in the hub. It has been logged; please try again.",
  EmailNotVerified: "That account has no verified email. Verify it there, then try again.",
  AccountDeactivated: "This account is deactivated. Ask whoever administers the hub.",
  CompanySignInOnly: "Your company has a sign-in of its own, which is your only way in. Use its button.",
  OtherIdentityLinked:
    "Somebody else there had this email before you, and the account here is theirs. Ask whoever runs the hub.",
  ProvedLongAgo: "You were let through there without being asked who you are. Sign out there, then try again.",
  OAuthSignin: "The other sign-in cannot be reached at the moment. Try again in a minute.",
  OtherAccount: "That is not the account that you are signed in with here.",
  AccessDenied: "That account was not allowed to sign in.",
};

/** A browser that has signed in before has attempts of its own, whatever others do. */
const throttledSentence = (seconds: number) =>
  `Too many attempts. Try again in ${waitText(seconds)}, or use a browser that you have signed in with before.`;

const isKnown = (code: string): code is keyof typeof SENTENCES => Object.hasOwn(SENTENCES, code);

/** What the sign-in page says about an error code; one that nobody knows is a provider's failure. */
export function signInErrorSentence(code: string): string {
  if (isKnown(code)) return SENTENCES[code];
  const seconds = /^SignInThrottled-(\d{1,6})$/.exec(code)?.[1];
  return seconds ? throttledSentence(Number(seconds)) : "Signing in did not work. Please try again.";
}

type Problem = { message?: string; email?: string; password?: string };

const emptyFields = (email: string, password: string): Problem => ({
  email: email.trim() ? undefined : "Enter your email.",
  password: password ? undefined : "Enter your password.",
});

type SignInFormProps = { callbackUrl: string; initialError: string | null };

/**
 * Signs in by email and password. A refusal is announced in place, keeps the email and puts the cursor in the password.
 * `method="post"` is for the moment before the script runs: a password never gets into the URL.
 */
export function SignInForm({ callbackUrl, initialError }: SignInFormProps) {
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
        <Input ref={email} name="email" type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} />
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
