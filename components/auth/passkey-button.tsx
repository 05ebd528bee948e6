"use client";

import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { FormMessage } from "@/components/ui/field-parts";
import { reached } from "@/components/ui/reached";
import type { PasskeyRequest } from "@/lib/access";
import type { FormResult } from "@/lib/web/actions/form-result";
import { answerByPasskey } from "./passkey-ceremony";

export type PasskeySignIn = {
  askForPasskey: () => Promise<FormResult<PasskeyRequest>>;
  finishWithPasskey: (answer: string) => Promise<FormResult>;
};

type PasskeyButtonProps = Pick<ButtonProps, "variant" | "children"> & { actions: PasskeySignIn; callbackUrl: string };

export function PasskeyButton({ actions, callbackUrl, ...rest }: PasskeyButtonProps) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function signIn() {
    setPending(true);
    setProblem(undefined);
    const answer = await reached(() => answerByPasskey(actions.askForPasskey));
    const outcome = answer.status === "ok" ? await reached(() => actions.finishWithPasskey(answer.data)) : answer;
    if (outcome.status === "ok") return window.location.assign(callbackUrl);
    setPending(false);
    setProblem(outcome.message);
  }

  return (
    <div className="flex flex-col gap-3">
      <FormMessage>{problem}</FormMessage>
      <Button
        {...rest}
        icon={<KeyRound />}
        className="w-full"
        pending={pending}
        pendingLabel="Waiting for your passkey…"
        onClick={signIn}
      />
    </div>
  );
}
