import { Badge } from "@/components/ui/badge";
import { Moment } from "@/components/ui/moment";
import { type Column, Table } from "@/components/ui/table";
import { TimeAgo } from "@/components/ui/time-ago";
import type { InvitationSummary } from "@/lib/access";
import { InvitationRowButtons } from "./member-buttons";
import { ROLE_LABEL } from "./roles";

type InvitationTableProps = {
  invitations: readonly InvitationSummary[];
  now: Date;
  /** Why the reader may not manage members, if so. */
  manageReason: string | null;
  /** Why the reader may not invite owners, if so. */
  ownerReason: string | null;
};

export function InvitationTable({ invitations, now, manageReason, ownerReason }: InvitationTableProps) {
  const columns: Column<InvitationSummary>[] = [
    {
      key: "email",
      header: "Email",
      rowHeader: true,
      cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
    },
    { key: "role", header: "Role", cell: ({ role }) => ROLE_LABEL[role] },
    {
      key: "expires",
      header: "Link",
      cell: ({ expiresAt, expired }) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          {expired ? <Badge tone="danger">Expired</Badge> : <Badge tone="success">Works</Badge>}{" "}
          <span className="text-muted">
            {expired ? "since" : "until"} <Moment value={expiresAt} precision="day" />
          </span>
        </span>
      ),
    },
    {
      key: "invited",
      header: "Invited",
      cell: ({ createdAt, invitedBy }) => (
        <span>
          <TimeAgo value={createdAt} now={now} />{" "}
          <span className="text-muted">by {invitedBy ?? "a former member"}</span>
        </span>
      ),
    },
    {
      key: "actions",
      header: "Actions",
      hideHeader: true,
      cell: ({ id, email, role }) => (
        <InvitationRowButtons
          target={{ id, email }}
          resendReason={manageReason ?? (role === "owner" ? ownerReason : null)}
          revokeReason={manageReason}
        />
      ),
    },
  ];
  return <Table caption="Open invitations" columns={columns} rows={invitations} rowKey={({ id }) => id} />;
}
