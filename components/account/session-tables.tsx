import { Badge, Card } from "@/components/ui/card";
import { holdsText, SEARCH_FROM } from "@/components/ui/list-sizes";
import { Moment, TimeAgo } from "@/components/ui/moment";
import { NoMatches, SearchField } from "@/components/ui/search-field";
import { ACTIONS_COLUMN, type Column, Table } from "@/components/ui/table";
import { ClientIp } from "@/components/ui/text";
import { describeUserAgent, type SessionSummary } from "@/lib/access";
import { SessionButton } from "./session-dialogs";

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

type Kind = SessionSummary["kind"];

/** `noun` names the entries, in the plural. */
type List = { path: string; noun: string; placeholder: string; caption: string; columns: Column<ListedSession>[] };

const LISTS: Record<Kind, List> = {
  browser: {
    path: "/account/security",
    noun: "browsers",
    placeholder: "Browser or client IP",
    caption: "Signed-in browsers",
    columns: [
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
      { header: "Client IP", cell: ({ clientIp, place }) => <ClientIp ip={clientIp} place={place} /> },
    ],
  },
  token: {
    path: "/account/tokens",
    noun: "tokens",
    placeholder: "Token name",
    caption: "Session tokens",
    columns: [
      { header: "Name", rowHeader: true, cell: ({ label }) => <span className="wrap-anywhere">{label}</span> },
      {
        header: "Access",
        cell: ({ scopes }) => (scopes.includes("write") ? "Read and sign in to tools" : "Read only"),
      },
    ],
  },
};

type SessionListProps = { kind: Kind; sessions: readonly ListedSession[]; search: string; now: Date };

/** A list of sessions, with a search by name or client IP once it is long. */
export function SessionList({ kind, sessions, search, now }: SessionListProps) {
  const { path, noun, placeholder, caption, columns } = LISTS[kind];
  const matching = sessions.filter((session) => holdsText(search, [session.label, session.clientIp, session.place]));
  const common: Column<ListedSession>[] = [
    { header: "Last seen", cell: ({ lastSeenAt }) => <TimeAgo value={lastSeenAt} now={now} /> },
    { header: "Expires", cell: ({ expiresAt }) => <Moment value={expiresAt} precision="day" /> },
    {
      ...ACTIONS_COLUMN,
      align: "end",
      cell: ({ sid, label, current }) => <SessionButton sid={sid} kind={kind} label={label} current={current} />,
    },
  ];
  return (
    <div className="flex flex-col gap-4">
      {search || sessions.length >= SEARCH_FROM ? (
        <SearchField action={path} label={`Search ${noun}`} placeholder={placeholder} value={search} clearHref={path} />
      ) : null}
      <Card flush>
        {matching.length > 0 ? (
          <Table caption={caption} columns={[...columns, ...common]} rows={matching} rowKey={({ sid }) => sid} />
        ) : (
          <NoMatches level={3} title={`No ${noun} match “${search}”`} href={path} />
        )}
      </Card>
    </div>
  );
}
