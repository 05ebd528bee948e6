"use client";

import { useEffect, useRef, useState } from "react";
import { signInElsewhere } from "@/components/auth/next-auth-client";
import { signInErrorSentence } from "@/components/auth/sign-in-form";
import { Button } from "@/components/ui/button";
import { announceReauth } from "./reauth-channel";

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
