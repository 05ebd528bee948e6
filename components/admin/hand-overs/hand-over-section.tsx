import { Link } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { TimeAgo } from "@/components/ui/moment";
import { Section } from "@/components/ui/section";
import { type Column, Table } from "@/components/ui/table";
import type { HandOver, HandOverState } from "@/lib/integrations";
import { HandOverDialogs, MakeLinkButton, WithdrawButton } from "./hand-over-dialogs";
import type { HandOverActions } from "./types";

const STATES: Record<HandOverState, { tone?: "success" | "accent" | "warning" | "danger"; label: string }> = {
  waiting: { tone: "accent", label: "Waiting" },
  opened: { tone: "accent", label: "Opened" },
  used: { tone: "success", label: "Used" },
  expired: { label: "Expired" },
  withdrawn: { tone: "danger", label: "Withdrawn" },
};

function Happened({ link, now }: { link: HandOver; now: Date }) {
  const { state, revealedAt, openedAt, withdrawnAt } = link;
  if (state === "used" && revealedAt)
    return (
      <span>
        It showed the credentials <TimeAgo value={revealedAt} now={now} />.
      </span>
    );
  if (state === "withdrawn")
    return (
      <span>
        {withdrawnAt ? <TimeAgo value={withdrawnAt} now={now} /> : "Who made it is no administrator any more"}
        {revealedAt ? ", after it was used" : ""}.
      </span>
    );
  if (openedAt)
    return (
      <span title="A program that makes previews may have looked at it before a person.">
        First looked at <TimeAgo value={openedAt} now={now} />.
      </span>
    );
  return <span className="text-muted">Nobody has looked at it.</span>;
}

const columnsOf = (now: Date): Column<HandOver>[] => [
  { key: "name", header: "For", rowHeader: true, cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  {
    key: "state",
    header: "State",
    cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>,
  },
  { key: "happened", header: "What happened", cell: (link) => <Happened link={link} now={now} /> },
  { key: "ends", header: "Ends", cell: ({ expiresAt }) => <TimeAgo value={expiresAt} now={now} /> },
  {
    key: "made",
    header: "Made",
    cell: ({ createdAt, createdBy }) => (
      <span>
        <TimeAgo value={createdAt} now={now} />{" "}
        <span className="text-muted">by {createdBy ?? "a former administrator"}</span>
      </span>
    ),
  },
  {
    key: "actions",
    header: "Actions",
    hideHeader: true,
    cell: ({ id, name, state, lives }) =>
      lives ? (
        <div className="flex justify-end">
          <WithdrawButton link={{ id, name, used: state === "used" }} />
        </div>
      ) : null,
  },
];

type HandOverSectionProps = {
  toolName: string;
  /** Whether any of its credentials that were made in the hub is in force. */
  hasCredentials: boolean;
  links: readonly HandOver[];
  now: Date;
  actions: HandOverActions;
};

/** The links by which the tool's operator gets its credentials, and what became of each. */
export function HandOverSection({ toolName, hasCredentials, links, now, actions }: HandOverSectionProps) {
  return (
    <HandOverDialogs toolName={toolName} hasCredentials={hasCredentials} actions={actions}>
      <Section
        title="Hand-over"
        description="A link for the tool’s operator, who needs no account: it makes the credentials, shows them once, and leads to a page to set the tool up with. So no secret travels by mail."
        actions={<MakeLinkButton />}
      >
        <Card flush>
          {links.length > 0 ? (
            <Table caption="Hand-over links" columns={columnsOf(now)} rows={links} rowKey={({ id }) => id} />
          ) : (
            <EmptyState icon={<Link />} level={3} title="No link was made yet">
              Make one when the tool’s operator is ready to take the credentials.
            </EmptyState>
          )}
        </Card>
      </Section>
    </HandOverDialogs>
  );
}
