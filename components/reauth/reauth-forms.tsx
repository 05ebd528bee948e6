"use client";

import { KeyRound } from "lucide-react";
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { CodeInput } from "@/components/auth/code-input";
import { signInElsewhere } from "@/components/auth/next-auth-client";
import { answerByPasskey } from "@/components/auth/passkey-ceremony";
import { PasswordInput } from "@/components/auth/password-input";
import { signInErrorSentence } from "@/components/auth/sign-in-form";
import { Button, SubmitButton } from "@/components/ui/button";
import { DialogForm } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/field-parts";
import { errorsOf, type FormState } from "@/components/ui/form";
import { type Ended, reached } from "@/components/ui/reached";
import type { FormResult } from "@/lib/web/actions/form-result";
import { announceReauth, onReauth } from "./reauth-channel";
import type { ReauthFormProps } from "./reauth-sheet";

type ReauthFormOptions = {
  verify: (form: FormData) => Promise<FormResult>;
  onVerified: () => void;
  /** Called if the session has ended, before the redirect to sign-in. */
  onEnded: () => void;
  fields: readonly string[];
};

/**
 * Sends a re-authentication form and keeps its error. Doesn't use a transition: the waiting action is one, and React
 * shows no result before all transitions have ended.
 */
function useReauthForm({ verify, onVerified, onEnded, fields }: ReauthFormOptions): FormState {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<Extract<Ended<void>, { status: "error" }> | null>(null);
  async function send(form: FormData) {
    setPending(true);
    // Leaves the event first: inside it, React would count the action's transition as this form's.
    await Promise.resolve();
    const result = await reached(() => verify(form)).catch(() => null);
    setPending(false);
    if (result === null) onEnded();
    else if (result.status === "ok") onVerified();
    else setProblem(result);
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    if (!pending) void send(new FormData(event.currentTarget));
  };
  return { onSubmit, pending, ...errorsOf(problem, fields) };
}

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

type ProviderWindowProps = {
  /** The provider to sign in at, or null on return from it. */
  provider: { id: string; name: string } | null;
  error: string | null;
  backTo: string;
};

/**
 * The popup's page: goes to the provider, reports the result and closes. It needs a button press, so a link that
 * somebody else sent can't re-authenticate anyone.
 */
export function ProviderWindow({ provider, error, backTo }: ProviderWindowProps) {
  const reported = useRef(false);
  const [leaving, setLeaving] = useState(false);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (provider !== null || reported.current) return;
    reported.current = true;
    announceReauth({ error });
    window.close();
  }, [provider, error]);

  async function leave(id: string) {
    setLeaving(true);
    const outcome = await signInElsewhere(id, backTo).catch(() => null);
    if (outcome?.error === null) return window.location.assign(outcome.url);
    setFailed(true);
    setLeaving(false);
  }

  if (failed || error) return <p role="alert">{signInErrorSentence(error ?? "OAuthSignin")}</p>;
  if (provider === null) return <p>Done. You can close this window.</p>;
  return (
    <Button className="w-full" pending={leaving} pendingLabel="One moment…" onClick={() => leave(provider.id)}>
      Sign in again with {provider.name}
    </Button>
  );
}
