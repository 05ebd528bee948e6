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
  /** The session ended meanwhile: the sign-in page comes next. */
  onEnded: () => void;
};

/** The form of each way to prove in the hub itself who one is. */
const FORMS: Record<ReauthMethod, ComponentType<ProofFormProps>> = {
  passkey: PasskeyProof,
  code: CodeProof,
  password: PasswordProof,
};

type ProofSheetProps = Pick<ProofActions, "prove" | "askForPasskey"> & {
  found: Ended<ProofChoices> | null;
  end: (proved: boolean) => void;
};

/** The dialog in which somebody proves who they are; open while there is something to choose from, or a reason why there is not. */
export function ProofSheet({ found, end, prove, askForPasskey }: ProofSheetProps) {
  return (
    <Dialog
      open={found !== null}
      onOpenChange={(open) => open || end(false)}
      title="Confirm that it is you"
      description="This asks for a fresh proof. What you were about to do goes on by itself."
    >
      {found?.status === "ok" ? (
        <ProofForms
          choices={found.data}
          prove={prove}
          askForPasskey={askForPasskey}
          onProved={() => end(true)}
          onEnded={() => end(false)}
        />
      ) : (
        <FormMessage>{found?.message}</FormMessage>
      )}
    </Dialog>
  );
}

function ProofForms(props: ProofFormProps) {
  const { kinds, providers } = props.choices;
  if (kinds.length === 0 && providers.length === 0)
    return <p className="text-muted">Sign out, sign in again, then repeat this within 15 minutes.</p>;
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
