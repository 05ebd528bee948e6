"use client";

import { KeyRound } from "lucide-react";
import { answerByPasskey } from "@/components/auth/passkey-ceremony";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import type { ProofFormProps } from "./proof-sheet";
import { useProofForm } from "./use-proof-form";

export function PasskeyProof({ prove, askForPasskey, ...ends }: ProofFormProps) {
  const form = useProofForm({
    async prove(fields) {
      const answer = await answerByPasskey(askForPasskey);
      if (answer.status !== "ok") return answer;
      fields.set("passkey", answer.data);
      return prove("passkey", fields);
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
        Confirm with a passkey
      </SubmitButton>
    </form>
  );
}
