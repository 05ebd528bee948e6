"use client";

import { KeyRound } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { CodeInput } from "@/components/auth/code-input";
import { signInElsewhere } from "@/components/auth/next-auth-client";
import { answerByPasskey } from "@/components/auth/passkey-ceremony";
import { PasswordInput } from "@/components/auth/password-input";
import { signInErrorSentence } from "@/components/auth/sign-in-form";
import { Button } from "@/components/ui/button";
import { DialogForm } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/field-parts";
import { SubmitButton } from "@/components/ui/submit-button";
import { onReauth } from "./reauth-channel";
import type { ReauthFormProps } from "./reauth-sheet";
import { useReauthForm } from "./use-reauth-form";

export function CodeForm({ verify, ...ends }: ReauthFormProps) {
  const form = useReauthForm({ verify: (fields) => verify("code", fields), fields: ["code"], ...ends });
  return (
    <DialogForm form={form} submitLabel="Confirm" pendingLabel="Confirming…">
      <Field label="Code" required hint="From your authenticator app, or a recovery code" error={form.errorOf("code")}>
        <CodeInput name="code" />
      </Field>
    </DialogForm>
  );
}

export function PasswordForm({ choices, verify, ...ends }: ReauthFormProps) {
  const form = useReauthForm({ verify: (fields) => verify("password", fields), fields: ["password"], ...ends });
  return (
    <DialogForm form={form} submitLabel="Confirm" pendingLabel="Confirming…">
      <input type="hidden" name="username" autoComplete="username" value={choices.email} />
      <Field label="Password" required error={form.errorOf("password")}>
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
    </DialogForm>
  );
}

export function PasskeyForm({ verify, askForPasskey, ...ends }: ReauthFormProps) {
  const form = useReauthForm({
    async verify(fields) {
      const answer = await answerByPasskey(askForPasskey);
      if (answer.status !== "ok") return answer;
      fields.set("passkey", answer.data);
      return verify("passkey", fields);
    },
    fields: [],
    ...ends,
  });
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-3">
      <FormMessage>{form.message}</FormMessage>
      <SubmitButton
        pending={form.pending}
        pendingLabel="Waiting for your passkey…"
        icon={<KeyRound />}
        className="w-full"
      >
        Confirm with passkey
      </SubmitButton>
    </form>
  );
}

/**
 * Re-authenticates at a provider in a popup, so the page keeps what was typed. If popups are blocked, the page itself
 * goes to the provider and back.
 */
export function ProviderForm({ choices, onVerified }: ReauthFormProps) {
  const [error, setError] = useState<string | null>(null);
  const onResult = useEffectEvent((code: string | null) => (code ? setError(signInErrorSentence(code)) : onVerified()));
  useEffect(() => onReauth((result) => onResult(result.error)), []);

  async function signInAgain(id: string, href: string) {
    setError(null);
    if (window.open(href, "hub-proof", "popup,width=520,height=720")) return;
    const outcome = await signInElsewhere(id, window.location.pathname + window.location.search).catch(() => null);
    if (outcome?.error === null) window.location.assign(outcome.url);
    else setError(signInErrorSentence("OAuthSignin"));
  }

  return (
    <div className="flex flex-col gap-2">
      <FormMessage>{error}</FormMessage>
      {choices.providers.map(({ id, name, href }) => (
        <Button key={id} className="w-full" onClick={() => signInAgain(id, href)}>
          Sign in again with {name}
        </Button>
      ))}
    </div>
  );
}
