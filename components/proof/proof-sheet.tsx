"use client";

import type { ComponentType } from "react";
import { Dialog } from "@/components/ui/dialog";
import { FormMessage } from "@/components/ui/field-parts";
import type { Ended } from "@/components/ui/reached";
import type { ReauthMethod } from "@/lib/access";
import { CodeProof, PasskeyProof, PasswordProof, ProviderProof } from "./proofs";
import type { ProofActions, ProofChoices } from "./types";

export type ProofFormProps = {
  choices: ProofChoices;
  prove: ProofActions["prove"];
  askForPasskey: ProofActions["askForPasskey"];
  onProved: () => void;
  /** Called if the session has ended, before the redirect to sign-in. */
  onEnded: () => void;
};

const FORMS: Record<ReauthMethod, ComponentType<ProofFormProps>> = {
  passkey: PasskeyProof,
  code: CodeProof,
  password: PasswordProof,
};

type ProofSheetProps = Pick<ProofActions, "prove" | "askForPasskey"> & {
  choices: Ended<ProofChoices> | null;
  end: (proved: boolean) => void;
};

/** Open once the choices have loaded, or failed to load. */
export function ProofSheet({ choices, end, prove, askForPasskey }: ProofSheetProps) {
  return (
    <Dialog
      open={choices !== null}
      onOpenChange={(open) => open || end(false)}
      title="Confirm it’s you"
      description="This action needs a recent sign-in. It continues once you confirm."
    >
      {choices?.status === "ok" ? (
        <ProofForms
          choices={choices.data}
          prove={prove}
          askForPasskey={askForPasskey}
          onProved={() => end(true)}
          onEnded={() => end(false)}
        />
      ) : (
        <FormMessage>{choices?.message}</FormMessage>
      )}
    </Dialog>
  );
}

function ProofForms(props: ProofFormProps) {
  const { kinds, providers } = props.choices;
  if (kinds.length === 0 && providers.length === 0)
    return <p className="text-muted">Sign out and sign in again, then retry within 15 minutes.</p>;
  return (
    <div className="flex flex-col gap-4">
      {kinds.map((kind) => {
        const Form = FORMS[kind];
        return <Form key={kind} {...props} />;
      })}
      {providers.length > 0 ? <ProviderProof {...props} /> : null}
    </div>
  );
}
