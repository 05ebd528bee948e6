import type { ComponentType } from "react";
import { Badge, Card } from "@/components/ui/card";
import { Moment, TimeAgo } from "@/components/ui/moment";
import { holdsText, NoMatches, SEARCH_FROM, SearchField } from "@/components/ui/search-field";
import { ACTIONS_COLUMN, type Column, Table } from "@/components/ui/table";
import { ClientIp } from "@/components/ui/text";
import { describeUserAgent, type SessionSummary } from "@/lib/access";
import { SessionButton, TokenButton } from "./session-dialogs";

type ListedSession = SessionSummary & { label: string; current: boolean };

/** The sessions of one kind, the current one first. */
export const listedSessions = (
  sessions: readonly SessionSummary[],
  kind: SessionSummary["kind"],
  sid: string,
): ListedSession[] =>
  sessions
    .filter((session) => session.kind === kind)
    .map((session) => ({
      ...session,
      label: session.name ?? describeUserAgent(session.userAgent),
      current: session.sid === sid,
    }))
    .toSorted((a, b) => Number(b.current) - Number(a.current));

type SessionTableProps = { sessions: readonly ListedSession[]; now: Date };

const seen = (now: Date): Column<ListedSession> => ({
  header: "Last seen",
  cell: ({ lastSeenAt }) => <TimeAgo value={lastSeenAt} now={now} />,
});

const ends: Column<ListedSession> = {
  header: "Expires",
  cell: ({ expiresAt }) => <Moment value={expiresAt} precision="day" />,
};

const clientIp: Column<ListedSession> = {
  header: "Client IP",
  cell: ({ clientIp, place }) => <ClientIp ip={clientIp} place={place} />,
};

export function BrowserTable({ sessions, now }: SessionTableProps) {
  const columns: Column<ListedSession>[] = [
    {
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
      ...ACTIONS_COLUMN,
      align: "end",
      cell: ({ sid, label, current }) => <SessionButton sid={sid} label={label} current={current} />,
    },
  ];
  return <Table caption="Signed-in browsers" columns={columns} rows={sessions} rowKey={({ sid }) => sid} />;
}

export function TokenTable({ sessions, now }: SessionTableProps) {
  const columns: Column<ListedSession>[] = [
    {
      header: "Name",
      rowHeader: true,
      cell: ({ label }) => <span className="wrap-anywhere">{label}</span>,
    },
    {
      header: "Access",
      cell: ({ scopes }) => (scopes.includes("write") ? "Read and sign in to tools" : "Read only"),
    },
    seen(now),
    ends,
    {
      ...ACTIONS_COLUMN,
      align: "end",
      cell: ({ sid, label }) => <TokenButton sid={sid} name={label} />,
    },
  ];
  return <Table caption="Session tokens" columns={columns} rows={sessions} rowKey={({ sid }) => sid} />;
}

type SessionListProps = SessionTableProps & {
  path: string;
  /** The listed things, in the plural. */
  noun: string;
  search: string;
  placeholder: string;
  Table: ComponentType<SessionTableProps>;
};

/** A list of sessions, with a search by name or client IP once it is long. */
export function SessionList({ path, noun, search, placeholder, Table, sessions, now }: SessionListProps) {
  const matching = sessions.filter((session) => holdsText(search, [session.label, session.clientIp, session.place]));
  return (
    <div className="flex flex-col gap-4">
      {search || sessions.length >= SEARCH_FROM ? (
        <SearchField action={path} label={`Search ${noun}`} placeholder={placeholder} value={search} clearHref={path} />
      ) : null}
      <Card flush>
        {matching.length > 0 ? (
          <Table sessions={matching} now={now} />
        ) : (
          <NoMatches level={3} title={`No ${noun} match “${search}”`} href={path} />
        )}
      </Card>
    </div>
  );
}
