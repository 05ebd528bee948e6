import { KeyRound } from "lucide-react";
import { SecretList } from "@/components/admin/secret-state";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import type { ToolSecrets } from "@/lib/config/tool-secrets";
import {
  CREDENTIAL_KIND_LABEL,
  MAX_IN_FORCE,
  type ToolCredential,
  type ToolCredentialKind,
} from "@/lib/tool-credentials";
import { IssueCredentialButton } from "./credential-buttons";
import { CredentialDialogs } from "./credential-dialogs";
import { CredentialTable } from "./credential-table";
import type { CredentialActions, CredentialTool } from "./types";

const KINDS: ToolCredentialKind[] = ["app_token", "signing_secret"];

type ToolCredentialsProps = {
  tool: CredentialTool;
  credentials: readonly ToolCredential[];
  /** What the hub's environment has beside them. */
  environment: ToolSecrets;
  /** False where the hub has no key to seal signing secrets with. */
  seals: boolean;
  actions: CredentialActions;
  baseUrl: string;
  now: Date;
};

/** All credentials of a tool: those that were made here, and what the environment has. */
export function ToolCredentials(props: ToolCredentialsProps) {
  const { tool, credentials, environment, seals, actions, baseUrl, now } = props;
  const lost = credentials.filter(({ state, usable }) => !usable && (state === "in_force" || state === "ending"));
  const reasonOf = (kind: ToolCredentialKind): string | null => {
    if (kind === "signing_secret" && !seals)
      return "HUB_ENCRYPTION_KEY is not set: whoever runs the hub sets it, or CHILD_WEBHOOK_SECRET__ below.";
    const held = credentials.filter(
      (each) => each.kind === kind && (each.state === "in_force" || each.state === "ending"),
    );
    return held.length < MAX_IN_FORCE
      ? null
      : `${MAX_IN_FORCE} are in force: revoke a ${CREDENTIAL_KIND_LABEL[kind].toLowerCase()}, or wait until one has ended.`;
  };
  return (
    <CredentialDialogs tool={tool} actions={actions} baseUrl={baseUrl}>
      <div className="flex flex-col gap-4">
        {lost.length > 0 ? (
          <Notice tone="danger" title="A signing secret cannot be opened">
            Its key is missing from HUB_ENCRYPTION_KEY, so it signs nothing. Have the key brought back, or revoke the
            secret and make another.
          </Notice>
        ) : null}
        <div className="flex flex-wrap gap-2">
          {KINDS.map((kind) => (
            <IssueCredentialButton key={kind} kind={kind} reason={reasonOf(kind)} />
          ))}
        </div>
        <Card flush>
          {credentials.length > 0 ? (
            <CredentialTable credentials={credentials} now={now} />
          ) : (
            <EmptyState icon={<KeyRound />} level={3} title="None was made here yet">
              Each is shown once. It works at once, without a restart.
            </EmptyState>
          )}
        </Card>
        <Card level={3} title="Set by the environment">
          <SecretList secrets={environment} />
          <p className="mt-2 text-muted">
            Works alongside the credentials above, and signs before them. The hub&apos;s operator rotates it in the
            environment.
          </p>
        </Card>
      </div>
    </CredentialDialogs>
  );
}
