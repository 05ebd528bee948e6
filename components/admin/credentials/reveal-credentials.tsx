"use client";

import { CodeBlock } from "@/components/ui/code-block";
import { Moment } from "@/components/ui/moment";
import { RevealOnce } from "@/components/ui/reveal-once";
import { CREDENTIAL_KIND_LABEL, type ToolCredentialKind } from "@/lib/integrations";
import type { CredentialTool, RevealedCredential } from "./types";

/** As the documentation's samples read them. */
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
      {expiresAt ? <Until moment={expiresAt}>It works until</Until> : "It does not end by itself."}{" "}
      {oldEndsAt ? <Until moment={oldEndsAt}>The one before it works until</Until> : null}
    </p>
  );
}

function Until({ moment, children }: { moment: Date; children: string }) {
  return (
    <>
      {children} <Moment value={moment} className="font-medium text-ink" />.
    </>
  );
}

type RevealCredentialsProps = {
  revealed: readonly RevealedCredential[];
  tool: CredentialTool;
  baseUrl: string;
  onStored: () => void;
  /** Why another one that was to be here is not. */
  lacking?: string;
};

/** Credentials of a tool in the forms they are needed in. */
export function RevealCredentials({ revealed, tool, baseUrl, onStored, lacking }: RevealCredentialsProps) {
  return (
    <RevealOnce
      advice="The hub never shows it again. Give it to who runs the tool by a password manager, not by mail or chat, before you go on."
      gone="You left this page, so nothing is shown any more. Rotate it for another."
      onStored={onStored}
    >
      {revealed.map((credential) => (
        <div key={credential.kind} className="flex flex-col gap-1.5">
          <CodeBlock code={credential.secret} label={CREDENTIAL_KIND_LABEL[credential.kind]} />
          <Ends {...credential} />
        </div>
      ))}
      {lacking ? <p className="text-muted">{lacking}</p> : null}
      <CodeBlock code={toolEnvironment(baseUrl, tool, revealed)} label="Environment of the tool" />
    </RevealOnce>
  );
}
