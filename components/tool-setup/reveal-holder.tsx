"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, CenteredPage } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { useAction } from "@/components/ui/hooks";
import { RevealOnce } from "@/components/ui/reveal-once";
import type { FormResult } from "@/lib/web/actions/form-result";

type Revealed = { toolSlug: string; appToken: string; signingSecret: string };
const RevealContext = createContext<{ reveal: () => void; pending: boolean }>({ reveal: () => {}, pending: false });

/** The credentials as an .env file, with the samples' variable names. */
export const environmentLines = (baseUrl: string, { toolSlug, appToken, signingSecret }: Revealed): string =>
  [`HUB_URL=${baseUrl}`, `HUB_TOOL=${toolSlug}`, `HUB_TOKEN=${appToken}`, `HUB_WEBHOOK_SECRET=${signingSecret}`].join(
    "\n",
  );

type RevealHolderProps = { reveal: () => Promise<FormResult<Revealed>>; baseUrl: string; children: ReactNode };

/** Keeps the revealed credentials above the server's content, which the cookie set with them re-renders. */
export function RevealHolder({ reveal, baseUrl, children }: RevealHolderProps) {
  const [revealed, setRevealed] = useState<Revealed | null>(null);
  const { run, pending } = useAction();
  if (!revealed)
    return <RevealContext value={{ reveal: () => run(reveal, setRevealed), pending }}>{children}</RevealContext>;
  return (
    <CenteredPage size="md">
      <h1 className="mb-6 text-center font-semibold text-[1.375rem] leading-8 tracking-[-0.015em]">
        Store these credentials
      </h1>
      <Card>
        <RevealOnce
          advice="Store both in your secret manager. The hub stores a hash of the token and an encrypted copy of the secret."
          gone="You can only see the credentials once. Ask the sender for a new link, and to revoke these."
          onStored={() => setRevealed(null)}
        >
          <CodeBlock code={revealed.appToken} label="Child app token" />
          <CodeBlock code={revealed.signingSecret} label="Webhook signing secret" />
          <CodeBlock code={environmentLines(baseUrl, revealed)} label=".env" />
        </RevealOnce>
      </Card>
    </CenteredPage>
  );
}

export function RevealButton({ disabledReason }: { disabledReason: string | null }) {
  const { reveal, pending } = useContext(RevealContext);
  return (
    <Button variant="primary" pending={pending} disabledReason={disabledReason} onClick={reveal}>
      Show credentials
    </Button>
  );
}
