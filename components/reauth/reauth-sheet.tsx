"use client";

import type { ComponentType } from "react";
import { Dialog } from "@/components/ui/dialog";
import { FormMessage } from "@/components/ui/field-parts";
import type { Ended } from "@/components/ui/reached";
import type { PasskeyRequest, ReauthMethod } from "@/lib/access";
import type { FormResult } from "@/lib/web/actions/form-result";
import { CodeForm, PasskeyForm, PasswordForm, ProviderForm } from "./reauth-forms";

export type ReauthChoices = {
  email: string;
  kinds: ReauthMethod[];
  /** `href` opens the provider's sign-in in a popup. */
  providers: { id: string; name: string; href: string }[];
};

export type ReauthActions = {
  list: () => Promise<FormResult<ReauthChoices>>;
  askForPasskey: () => Promise<FormResult<PasskeyRequest>>;
  verify: (kind: ReauthMethod, form: FormData) => Promise<FormResult>;
};

export type ReauthFormProps = Pick<ReauthActions, "verify" | "askForPasskey"> & {
  choices: ReauthChoices;
  onVerified: () => void;
  /** Called if the session has ended, before the redirect to sign-in. */
  onEnded: () => void;
};

const FORMS: Record<ReauthMethod, ComponentType<ReauthFormProps>> = {
  passkey: PasskeyForm,
  code: CodeForm,
  password: PasswordForm,
};

type ReauthSheetProps = Pick<ReauthActions, "verify" | "askForPasskey"> & {
  choices: Ended<ReauthChoices> | null;
  end: (verified: boolean) => void;
};

/** Open once the choices have loaded, or failed to load. */
export function ReauthSheet({ choices, end, verify, askForPasskey }: ReauthSheetProps) {
  return (
    <Dialog
      open={choices !== null}
      onOpenChange={(open) => open || end(false)}
      title="Confirm it’s you"
      description="This action needs a recent sign-in. It continues once you confirm."
    >
      {choices?.status === "ok" ? (
        <ReauthForms
          choices={choices.data}
          verify={verify}
          askForPasskey={askForPasskey}
          onVerified={() => end(true)}
          onEnded={() => end(false)}
        />
      ) : (
        <FormMessage>{choices?.message}</FormMessage>
      )}
    </Dialog>
  );
}

function ReauthForms(props: ReauthFormProps) {
  const { kinds, providers } = props.choices;
  if (kinds.length === 0 && providers.length === 0)
    return <p className="text-muted">Sign out and sign in again, then retry within 15 minutes.</p>;
  return (
    <div className="flex flex-col gap-4">
      {kinds.map((kind) => {
        const Form = FORMS[kind];
        return <Form key={kind} {...props} />;
      })}
      {providers.length > 0 ? <ProviderForm {...props} /> : null}
    </div>
  );
}
