import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/card";
import { MadeBy, Moment } from "@/components/ui/moment";
import { ACTIONS_COLUMN, type Column, Table } from "@/components/ui/table";
import type { InvitationSummary, Member } from "@/lib/access";
import { InvitationRowButtons, MemberRowButtons } from "./member-buttons";
import { type MemberReasons, ROLE_LABEL } from "./roles";

type ListedMember = Member & { self: boolean; canManage: boolean; reasons: MemberReasons };

const columns: Column<ListedMember>[] = [
  {
    header: "Name",
    rowHeader: true,
    cell: ({ name, email, emailVerified, deactivated, self }) => (
      <div className="flex min-w-0 items-center gap-3">
        <Avatar name={name} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 wrap-anywhere">
            {name} {self ? <Badge tone="accent">You</Badge> : null}
            {deactivated ? <Badge tone="warning">Deactivated</Badge> : null}
          </p>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-normal text-[0.8125rem] text-muted wrap-anywhere">
            {email} {emailVerified ? null : <Badge tone="warning">Email not confirmed</Badge>}
          </p>
        </div>
      </div>
    ),
  },
  { header: "Role", cell: ({ role }) => ROLE_LABEL[role] },
  {
    header: "Member since",
    cell: ({ joinedAt }) => <Moment value={joinedAt} precision="day" />,
  },
  {
    ...ACTIONS_COLUMN,
    cell: ({ reasons, canManage, ...target }) =>
      canManage || target.self ? <MemberRowButtons {...{ target, reasons, canManage }} /> : null,
  },
];

export function MemberTable({ members }: { members: readonly ListedMember[] }) {
  return <Table caption="Members" columns={columns} rows={members} rowKey={({ userId }) => userId} />;
}

type InvitationTableProps = {
  invitations: readonly InvitationSummary[];
  now: Date;
  canManage: boolean;
  ownerReason: string | null;
};

export function InvitationTable({ invitations, now, canManage, ownerReason }: InvitationTableProps) {
  const columns: Column<InvitationSummary>[] = [
    {
      header: "Email",
      rowHeader: true,
      cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
    },
    { header: "Role", cell: ({ role }) => ROLE_LABEL[role] },
    {
      header: "Link",
      cell: ({ expiresAt, expired }) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          {expired ? <Badge tone="danger">Expired</Badge> : <Badge tone="success">Active</Badge>}{" "}
          <span className="text-muted">
            {expired ? "since" : "until"} <Moment value={expiresAt} precision="day" />
          </span>
        </span>
      ),
    },
    {
      header: "Invited",
      cell: ({ createdAt, invitedBy }) => <MadeBy at={createdAt} now={now} by={invitedBy ?? "a former member"} />,
    },
    {
      ...ACTIONS_COLUMN,
      cell: ({ id, email, role }) =>
        canManage ? (
          <InvitationRowButtons target={{ id, email }} resendReason={role === "owner" ? ownerReason : null} />
        ) : null,
    },
  ];
  return <Table caption="Pending invitations" columns={columns} rows={invitations} rowKey={({ id }) => id} />;
}
