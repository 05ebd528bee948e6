"use client";

import { CodeBlock } from "@/components/ui/code-block";
import { Moment } from "@/components/ui/moment";
import { RevealOnce } from "@/components/ui/reveal-once";
import type { RevealedToken } from "./types";

type RevealTokenProps = { revealed: RevealedToken; baseUrl: string; onStored: () => void };

/** The token and a line to try it with. */
export function RevealToken({ revealed: { token, expiresAt }, baseUrl, onStored }: RevealTokenProps) {
  return (
    <RevealOnce
      advice="Who holds it acts as you. Store it in your secret manager before you go on."
      gone="You left this page, so the token is no longer shown. Issue another."
      onStored={onStored}
    >
      <CodeBlock code={token} label="Session token" />
      <CodeBlock
        code={`curl -s -H 'Authorization: Bearer ${token}' ${baseUrl}/api/public/brands/me`}
        label="curl, ready to paste"
      />
      <p className="text-muted">
        It works until <Moment value={expiresAt} className="font-medium text-ink" />, unless you revoke it.
      </p>
    </RevealOnce>
  );
}
