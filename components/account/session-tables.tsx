import { Badge } from "@/components/ui/badge";
import { ClientIp } from "@/components/ui/client-ip";
import { Moment } from "@/components/ui/moment";
import { type Column, Table } from "@/components/ui/table";
import { TimeAgo } from "@/components/ui/time-ago";
import type { SessionSummary } from "@/lib/access";
import { SessionButton, TokenButton } from "./session-buttons";

export type ListedSession = SessionSummary & { label: string; current: boolean };

export type SessionTableProps = { sessions: readonly ListedSession[]; now: Date };

const seen = (now: Date): Column<ListedSession> => ({
  key: "seen",
  header: "Last seen",
  cell: ({ lastSeenAt }) => <TimeAgo value={lastSeenAt} now={now} />,
});

const ends: Column<ListedSession> = {
  key: "ends",
  header: "Ends",
  cell: ({ expiresAt }) => <Moment value={expiresAt} precision="day" />,
};

const clientIp: Column<ListedSession> = {
  key: "client-ip",
  header: "Client IP",
  cell: ({ clientIp, place }) => <ClientIp ip={clientIp} place={place} />,
};

export function BrowserTable({ sessions, now }: SessionTableProps) {
  const columns: Column<ListedSession>[] = [
    {
      key: "browser",
      header: "Browser",
      rowHeader: true,
      cell: ({ label, current, newBrowser, userAgent }) => (
        <span className="inline-flex flex-wrap items-center gap-2" title={userAgent ?? undefined}>
          {label} {current ? <Badge tone="accent">This browser</Badge> : null}
          {newBrowser ? <Badge tone="warning">New</Badge> : null}
        </span>
      ),
    },
    clientIp,
    seen(now),
    ends,
    {
      key: "actions",
      header: "Actions",
      hideHeader: true,
      align: "end",
      cell: ({ sid, label, current }) => <SessionButton sid={sid} label={label} current={current} />,
    },
  ];
  return <Table caption="Signed-in browsers" columns={columns} rows={sessions} rowKey={({ sid }) => sid} />;
}

export function TokenTable({ sessions, now }: SessionTableProps) {
  const columns: Column<ListedSession>[] = [
    {
      key: "name",
      header: "Name",
      rowHeader: true,
      cell: ({ label }) => <span className="wrap-anywhere">{label}</span>,
    },
    {
      key: "access",
      header: "May",
      cell: ({ scopes }) => (scopes.includes("write") ? "Read, and sign in to tools" : "Read only"),
    },
    seen(now),
    ends,
    {
      key: "actions",
      header: "Actions",
      hideHeader: true,
      align: "end",
      cell: ({ sid, label }) => <TokenButton sid={sid} name={label} />,
    },
  ];
  return <Table caption="Session tokens" columns={columns} rows={sessions} rowKey={({ sid }) => sid} />;
}
