import { Link } from "lucide-react";
import { Badge, Card, Section } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { MadeBy, TimeAgo } from "@/components/ui/moment";
import { ACTIONS_COLUMN, type Column, Table } from "@/components/ui/table";
import type { SetupLink, SetupLinkState } from "@/lib/integrations";
import { MakeLinkButton, type SetupLinkActions, SetupLinkDialogs, WithdrawButton } from "./setup-link-dialogs";

const STATES: Record<SetupLinkState, { tone?: "success" | "accent" | "warning" | "danger"; label: string }> = {
  waiting: { tone: "accent", label: "Waiting" },
  opened: { tone: "accent", label: "Opened" },
  used: { tone: "success", label: "Used" },
  expired: { label: "Expired" },
  withdrawn: { tone: "danger", label: "Revoked" },
};

function Happened({ link, now }: { link: SetupLink; now: Date }) {
  const { state, revealedAt, openedAt, withdrawnAt } = link;
  if (state === "used" && revealedAt)
    return (
      <span>
        Credentials shown <TimeAgo value={revealedAt} now={now} />
      </span>
    );
  if (state === "withdrawn")
    return (
      <span>
        {withdrawnAt ? <TimeAgo value={withdrawnAt} now={now} /> : "Its creator is no longer an administrator"}
        {revealedAt ? ", after use" : ""}
      </span>
    );
  if (openedAt)
    return (
      <span title="A link preview can count as opening">
        First opened <TimeAgo value={openedAt} now={now} />
      </span>
    );
  return <span className="text-muted">Not opened</span>;
}

const columnsOf = (now: Date): Column<SetupLink>[] => [
  {
    header: "Recipient",
    rowHeader: true,
    cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
  },
  {
    header: "State",
    cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>,
  },
  { header: "Activity", cell: (link) => <Happened link={link} now={now} /> },
  { header: "Expires", cell: ({ expiresAt }) => <TimeAgo value={expiresAt} now={now} /> },
  {
    header: "Created",
    cell: ({ createdAt, createdBy }) => <MadeBy at={createdAt} now={now} by={createdBy ?? "a former administrator"} />,
  },
  {
    ...ACTIONS_COLUMN,
    cell: ({ id, name, state, lives }) =>
      lives ? (
        <div className="flex justify-end">
          <WithdrawButton link={{ id, name, used: state === "used" }} />
        </div>
      ) : null,
  },
];

type SetupLinkSectionProps = {
  toolName: string;
  hasCredentials: boolean;
  links: readonly SetupLink[];
  now: Date;
  actions: SetupLinkActions;
};

export function SetupLinkSection({ toolName, hasCredentials, links, now, actions }: SetupLinkSectionProps) {
  return (
    <SetupLinkDialogs toolName={toolName} hasCredentials={hasCredentials} actions={actions}>
      <Section
        title="Setup links"
        description="Pass credentials to the tool’s operator without sending secrets. No account needed."
        actions={<MakeLinkButton />}
      >
        <Card flush>
          {links.length > 0 ? (
            <Table caption="Setup links" columns={columnsOf(now)} rows={links} rowKey={({ id }) => id} />
          ) : (
            <EmptyState icon={<Link />} level={3} title="No setup links yet" />
          )}
        </Card>
      </Section>
    </SetupLinkDialogs>
  );
}
