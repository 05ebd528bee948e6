import { KeyRound } from "lucide-react";
import { SecretList } from "@/components/admin/tool-tables";
import { Badge, Card } from "@/components/ui/card";
import { EmptyState, Notice } from "@/components/ui/empty-state";
import { MadeBy, TimeAgo } from "@/components/ui/moment";
import { ACTIONS_COLUMN, type Column, Table } from "@/components/ui/table";
import {
  CREDENTIAL_KIND_LABEL,
  MAX_ACTIVE_CREDENTIALS,
  type ToolCredential,
  type ToolCredentialKind,
} from "@/lib/integrations";
import type { ToolSecrets } from "@/lib/platform/config/tool-secrets";
import {
  type CredentialActions,
  CredentialDialogs,
  CredentialRowButtons,
  type CredentialTool,
  IssueCredentialButton,
} from "./credential-dialogs";

const formOf = ({ prefix, lastFour }: ToolCredential) => `${prefix}…${lastFour}`;
const isActive = ({ state }: ToolCredential) => state === "active" || state === "ending";

function State({ row, now }: { row: ToolCredential; now: Date }) {
  if (row.state === "revoked") return <Badge tone="danger">Revoked</Badge>;
  if (row.state === "ended") return <Badge>Expired</Badge>;
  if (!row.usable) return <Badge tone="danger">Can’t be decrypted</Badge>;
  if (row.state === "active") return <Badge tone="success">Active</Badge>;
  return (
    <span className="flex flex-col items-start gap-0.5">
      <Badge tone="warning">Being replaced</Badge>
      {row.expiresAt ? (
        <span className="text-muted">
          expires <TimeAgo value={row.expiresAt} now={now} />
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
  return row.state === "ending" ? "This credential is already being replaced." : null;
}

const columnsOf = (now: Date): Column<ToolCredential>[] => [
  {
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
  { header: "State", cell: (row) => <State row={row} now={now} /> },
  { header: "Expires", cell: (row) => <End row={row} now={now} /> },
  {
    header: "Last used",
    cell: ({ kind, lastUsedAt }) => {
      if (kind === "signing_secret") return <span className="text-muted">With each delivery</span>;
      return lastUsedAt ? <TimeAgo value={lastUsedAt} now={now} /> : "Never";
    },
  },
  {
    header: "Created",
    cell: ({ createdAt, createdBy }) => <MadeBy at={createdAt} now={now} by={createdBy ?? "the hub"} />,
  },
  {
    ...ACTIONS_COLUMN,
    cell: (row) =>
      isActive(row) ? (
        <CredentialRowButtons
          target={{ id: row.id, kind: row.kind, name: row.name, form: formOf(row) }}
          rotateReason={rotateReason(row)}
        />
      ) : null,
  },
];

function CredentialTable({ credentials, now }: { credentials: readonly ToolCredential[]; now: Date }) {
  return (
    <Table
      caption="Credentials issued by the hub"
      columns={columnsOf(now)}
      rows={credentials}
      rowKey={({ id }) => id}
    />
  );
}

const KINDS: ToolCredentialKind[] = ["app_token", "signing_secret"];

type ToolCredentialsProps = {
  tool: CredentialTool;
  credentials: readonly ToolCredential[];
  environment: ToolSecrets;
  /** False if the hub has no key to encrypt signing secrets with. */
  seals: boolean;
  actions: CredentialActions;
  baseUrl: string;
  now: Date;
};

export function ToolCredentials(props: ToolCredentialsProps) {
  const { tool, credentials, environment, seals, actions, baseUrl, now } = props;
  const lost = credentials.filter((row) => !row.usable && isActive(row));
  const reasonOf = (kind: ToolCredentialKind): string | null => {
    if (kind === "signing_secret" && !seals)
      return "HUB_ENCRYPTION_KEY is not set. Set it in the hub’s environment, or set CHILD_WEBHOOK_SECRET__ below.";
    const held = credentials.filter((row) => row.kind === kind && isActive(row));
    return held.length < MAX_ACTIVE_CREDENTIALS
      ? null
      : `At most ${MAX_ACTIVE_CREDENTIALS} can be active. Revoke one, or wait until one expires.`;
  };
  return (
    <CredentialDialogs tool={tool} actions={actions} baseUrl={baseUrl}>
      <div className="flex flex-col gap-4">
        {lost.length > 0 ? (
          <Notice tone="danger" title="Can’t decrypt a signing secret">
            Its key is missing from HUB_ENCRYPTION_KEY, so the hub can’t sign with it. Restore the key, or revoke the
            secret and issue a new one.
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
            <EmptyState icon={<KeyRound />} level={3} title="No credentials yet">
              Credentials work as soon as they are issued.
            </EmptyState>
          )}
        </Card>
        <Card level={3} title="Environment variables">
          <SecretList secrets={environment} />
          <p className="mt-2 text-muted">
            If set, it works alongside the credentials above and signs first. Rotate it in the hub&apos;s environment.
          </p>
        </Card>
      </div>
    </CredentialDialogs>
  );
}
