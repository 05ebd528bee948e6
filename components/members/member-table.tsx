import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Moment } from "@/components/ui/moment";
import { type Column, Table } from "@/components/ui/table";
import type { Member } from "@/lib/access";
import { MemberRowButtons } from "./member-buttons";
import { ROLE_LABEL } from "./roles";
import type { MemberReasons } from "./types";

export type ListedMember = Member & { self: boolean; reasons: MemberReasons };

const columns: Column<ListedMember>[] = [
  {
    key: "name",
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
  { key: "role", header: "Role", cell: ({ role }) => ROLE_LABEL[role] },
  {
    key: "joined",
    header: "Member since",
    cell: ({ joinedAt }) => <Moment value={joinedAt} precision="day" />,
  },
  {
    key: "actions",
    header: "Actions",
    hideHeader: true,
    cell: ({ reasons, ...target }) => <MemberRowButtons target={target} reasons={reasons} />,
  },
];

export function MemberTable({ members }: { members: readonly ListedMember[] }) {
  return <Table caption="Members" columns={columns} rows={members} rowKey={({ userId }) => userId} />;
}
