"use client";

import { SubmitButton } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/field-parts";
import { useFormResult } from "@/components/ui/form";
import type { SecondFactors } from "@/lib/access";
import type { FormResult } from "@/lib/web/actions/form-result";
import { CodeInput } from "./code-input";
import { PasskeyButton, type PasskeySignIn } from "./passkey-button";

type TwoFactorFormProps = {
  factors: SecondFactors;
  callbackUrl: string;
  actions: PasskeySignIn & { finishWithCode: (form: FormData) => Promise<FormResult> };
};

function codesOf({ app, recoveryCode }: SecondFactors): string {
  if (!app) return "One of your recovery codes";
  return recoveryCode ? "From your authenticator app, or a recovery code" : "From your authenticator app";
}

/** Offers the passkey first, because a phishing page can't use one. */
export function TwoFactorForm({ factors, callbackUrl, actions }: TwoFactorFormProps) {
  const form = useFormResult(actions.finishWithCode, () => window.location.assign(callbackUrl), ["code"]);
  const codes = factors.app || factors.recoveryCode;
  return (
    <div className="flex flex-col gap-4">
      {factors.passkey ? (
        <PasskeyButton variant="primary" actions={actions} callbackUrl={callbackUrl}>
          Use passkey
        </PasskeyButton>
      ) : null}
      {factors.passkey && codes ? (
        <p className="flex items-center gap-3 text-[0.8125rem] text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
          or
        </p>
      ) : null}
      {codes ? (
        <form method="post" onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
          <FormMessage>{form.message}</FormMessage>
          <Field label="Code" required hint={codesOf(factors)} error={form.errorOf("code")}>
            <CodeInput name="code" autoFocus={!factors.passkey} />
          </Field>
          <SubmitButton
            variant={factors.passkey ? "secondary" : "primary"}
            pending={form.pending}
            pendingLabel="Signing in…"
            className="w-full"
          >
            Sign in
          </SubmitButton>
        </form>
      ) : null}
    </div>
  );
}
