"use client";

import { useState } from "react";
import { signOut } from "@/components/auth/next-auth-client";
import { Button } from "@/components/ui/button";
import { FormMessage } from "@/components/ui/form-message";
import { LinkButton } from "@/components/ui/link-button";
import { UNREACHABLE } from "@/components/ui/reached";

type WrongAccountProps = { invited: string; signedIn: string; invitePath: string };

/** Signed in with another email than the invited one: why that does not work, and the way out. */
export function WrongAccount({ invited, signedIn, invitePath }: WrongAccountProps) {
  const [leaving, setLeaving] = useState(false);
  const [failed, setFailed] = useState(false);
  async function change() {
    setLeaving(true);
    setFailed(false);
    const outcome = await signOut(invitePath).catch(() => null);
    if (outcome?.error === null) return window.location.assign(outcome.url);
    setLeaving(false);
    setFailed(true);
  }
  return (
    <div className="flex flex-col gap-4">
      <FormMessage>{failed ? UNREACHABLE : null}</FormMessage>
      <p>
        This invitation is for <strong className="font-medium">{invited}</strong>, and you are signed in as{" "}
        <strong className="font-medium">{signedIn}</strong>. Only the invited email can accept it.
      </p>
      <div className="flex flex-col gap-2">
        <Button variant="primary" pending={leaving} pendingLabel="Signing out…" onClick={change}>
          Sign out and go on
        </Button>
        <LinkButton href="/" variant="ghost">
          Stay signed in
        </LinkButton>
      </div>
    </div>
  );
}
