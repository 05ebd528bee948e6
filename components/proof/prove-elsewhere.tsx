"use client";

import { useEffect, useRef, useState } from "react";
import { signInElsewhere } from "@/components/auth/next-auth-client";
import { signInErrorSentence } from "@/components/auth/sign-in-form";
import { Button } from "@/components/ui/button";
import { tellProof } from "./proof-channel";

type ProveElsewhereProps = {
  /** Whose sign-in to start; null once it ended. */
  provider: { id: string; name: string } | null;
  error: string | null;
  /** This window's own page, to come back to. */
  backTo: string;
};

/**
 * The window that leaves for a provider; back from there it tells the page that waits, and closes. It leaves by a press alone: a link that
 * somebody was sent must not prove anything for them.
 */
export function ProveElsewhere({ provider, error, backTo }: ProveElsewhereProps) {
  const told = useRef(false);
  const [leaving, setLeaving] = useState(false);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (provider !== null || told.current) return;
    told.current = true;
    tellProof({ error });
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
