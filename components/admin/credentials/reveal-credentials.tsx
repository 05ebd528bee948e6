"use client";

import { CodeBlock } from "@/components/ui/code-block";
import { RevealOnce, Until } from "@/components/ui/reveal-once";
import { CREDENTIAL_KIND_LABEL, type ToolCredentialKind } from "@/lib/integrations";
import type { CredentialTool, RevealedCredential } from "./types";

/** Named as in the documentation's samples. */
const VARIABLES: Record<ToolCredentialKind, string> = {
  app_token: "HUB_TOKEN",
  signing_secret: "HUB_WEBHOOK_SECRET",
};

export const toolEnvironment = (
  baseUrl: string,
  tool: CredentialTool,
  revealed: readonly Pick<RevealedCredential, "kind" | "secret">[],
): string =>
  [
    `HUB_URL=${baseUrl}`,
    `HUB_TOOL=${tool.slug}`,
    ...revealed.map(({ kind, secret }) => `${VARIABLES[kind]}=${secret}`),
  ].join("\n");

function Ends({ expiresAt, oldEndsAt }: RevealedCredential) {
  return (
    <p className="text-muted">
      {expiresAt ? <Until moment={expiresAt}>Expires</Until> : "Doesn’t expire."}{" "}
      {oldEndsAt ? <Until moment={oldEndsAt}>The previous one works until</Until> : null}
    </p>
  );
}

type RevealCredentialsProps = {
  revealed: readonly RevealedCredential[];
  tool: CredentialTool;
  baseUrl: string;
  onStored: () => void;
  lacking?: string;
};

export function RevealCredentials({ revealed, tool, baseUrl, onStored, lacking }: RevealCredentialsProps) {
  return (
    <RevealOnce
      advice="This is shown once. Pass it on through a password manager, not by email or chat."
      gone="You can only see a credential once. Rotate it to get a new one."
      onStored={onStored}
    >
      {revealed.map((credential) => (
        <div key={credential.kind} className="flex flex-col gap-1.5">
          <CodeBlock code={credential.secret} label={CREDENTIAL_KIND_LABEL[credential.kind]} />
          <Ends {...credential} />
        </div>
      ))}
      {lacking ? <p className="text-muted">{lacking}</p> : null}
      <CodeBlock code={toolEnvironment(baseUrl, tool, revealed)} label="Tool environment" />
    </RevealOnce>
  );
}
