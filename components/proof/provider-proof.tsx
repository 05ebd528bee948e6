"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { signInElsewhere } from "@/components/auth/next-auth-client";
import { signInErrorSentence } from "@/components/auth/sign-in-form";
import { Button } from "@/components/ui/button";
import { FormMessage } from "@/components/ui/form-message";
import { hearProofs } from "./proof-channel";
import type { ProofFormProps } from "./proof-sheet";

/**
 * Proves who one is by a sign-in at a provider, in a window of its own: the page that waits keeps all that was typed into it. Where the browser
 * lets none open, this page leaves for the provider and comes back.
 */
export function ProviderProof({ choices, onProved }: ProofFormProps) {
  const [error, setError] = useState<string | null>(null);
  const heard = useEffectEvent((code: string | null) => (code ? setError(signInErrorSentence(code)) : onProved()));
  useEffect(() => hearProofs((news) => heard(news.error)), []);

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
