import { KeyRound } from "lucide-react";
import { SecretList } from "@/components/admin/secret-state";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { TimeAgo } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { type Column, Table } from "@/components/ui/table";
import { CREDENTIAL_KIND_LABEL, MAX_IN_FORCE, type ToolCredential, type ToolCredentialKind } from "@/lib/integrations";
import type { ToolSecrets } from "@/lib/platform/config/tool-secrets";
import { CredentialRowButtons, IssueCredentialButton } from "./credential-buttons";
import { CredentialDialogs } from "./credential-dialogs";
import type { CredentialActions, CredentialTool } from "./types";

const formOf = ({ prefix, lastFour }: ToolCredential) => `${prefix}…${lastFour}`;
const isInForce = ({ state }: ToolCredential) => state === "in_force" || state === "ending";

function State({ row, now }: { row: ToolCredential; now: Date }) {
  if (row.state === "revoked") return <Badge tone="danger">Revoked</Badge>;
  if (row.state === "ended") return <Badge>Ended</Badge>;
  if (!row.usable) return <Badge tone="danger">Cannot be opened</Badge>;
  if (row.state === "in_force") return <Badge tone="success">In force</Badge>;
  return (
    <span className="flex flex-col items-start gap-0.5">
      <Badge tone="warning">Being replaced</Badge>
      {row.expiresAt ? (
        <span className="text-muted">
          ends <TimeAgo value={row.expiresAt} now={now} />
        </span>
      ) : null}
    </span>
  );
}

function End({ row, now }: { row: ToolCredential; now: Date }) {
  const end = row.revokedAt ?? row.expiresAt;
  return end ? <TimeAgo value={end} now={now} /> : "Never";
}

function rotateReason(row: ToolCredential): string | null {
  return row.state === "ending" ? "It is being replaced: its successor is in the list." : null;
}

const columnsOf = (now: Date): Column<ToolCredential>[] => [
  {
    key: "name",
    header: "Name",
    rowHeader: true,
    cell: (row) => (
      <div className="min-w-0">
        <p className="wrap-anywhere">{row.name}</p>
        <p className="font-normal text-muted">{CREDENTIAL_KIND_LABEL[row.kind]}</p>
        <code className="whitespace-nowrap font-mono font-normal text-[0.8125rem] text-muted">{formOf(row)}</code>
      </div>
    ),
  },
  { key: "state", header: "State", cell: (row) => <State row={row} now={now} /> },
  { key: "ends", header: "Ends", cell: (row) => <End row={row} now={now} /> },
  {
    key: "used",
    header: "Last used",
    cell: ({ kind, lastUsedAt }) => {
      if (kind === "signing_secret") return <span className="text-muted">With each delivery</span>;
      return lastUsedAt ? <TimeAgo value={lastUsedAt} now={now} /> : "Never";
    },
  },
  {
    key: "made",
    header: "Made",
    cell: ({ createdAt, createdBy }) => (
      <span>
        <TimeAgo value={createdAt} now={now} /> <span className="text-muted">by {createdBy ?? "the hub"}</span>
      </span>
    ),
  },
  {
    key: "actions",
    header: "Actions",
    hideHeader: true,
    cell: (row) =>
      isInForce(row) ? (
        <CredentialRowButtons
          target={{ id: row.id, kind: row.kind, name: row.name, form: formOf(row) }}
          rotateReason={rotateReason(row)}
        />
      ) : null,
  },
];

/** A tool's credentials with what is known of them; what they are is never known again. */
function CredentialTable({ credentials, now }: { credentials: readonly ToolCredential[]; now: Date }) {
  return (
    <Table caption="Credentials made in the hub" columns={columnsOf(now)} rows={credentials} rowKey={({ id }) => id} />
  );
}

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
