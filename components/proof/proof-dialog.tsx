"use client";

import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { FormMessage } from "@/components/ui/form-message";
import { answerProofsWith } from "@/components/ui/proof-asker";
import { type Ended, reached } from "@/components/ui/reached";
import type { ProofKind } from "@/lib/account";
import { CodeProof } from "./code-proof";
import { PasskeyProof } from "./passkey-proof";
import { PasswordProof } from "./password-proof";
import { ProviderProof } from "./provider-proof";
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
const FORMS: Record<ProofKind, ComponentType<ProofFormProps>> = {
  passkey: PasskeyProof,
  code: CodeProof,
  password: PasswordProof,
};

/**
 * Asks, for every action of the page that needs it, that the person confirm who they are; what they were about to do then goes on by itself.
 * It stands above their own dialog or form, in which nothing is lost. Several actions at once ask once.
 */
export function ProofDialog({ actions }: { actions: ProofActions }) {
  const [found, setFound] = useState<Ended<ProofChoices> | null>(null);
  const asking = useRef<{ proved: Promise<boolean>; answer: (proved: boolean) => void } | null>(null);
  const { list, prove, askForPasskey } = actions;
  const end = useCallback((proved: boolean) => {
    asking.current?.answer(proved);
    asking.current = null;
    setFound(null);
  }, []);
  useEffect(
    () =>
      answerProofsWith(() => {
        if (!asking.current) {
          let answer = (_proved: boolean) => {};
          const proved = new Promise<boolean>((resolve) => {
            answer = resolve;
          });
          asking.current = { proved, answer };
          reached(list).then(setFound, () => end(false));
        }
        return asking.current.proved;
      }),
    [list, end],
  );
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
