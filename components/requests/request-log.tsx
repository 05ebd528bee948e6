import { ScrollText } from "lucide-react";
import type { ReactNode } from "react";
import { pathWith } from "@/components/ui/browser";
import { Badge, Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { TimeAgo } from "@/components/ui/moment";
import { CursorPages } from "@/components/ui/pagination";
import { NoMatches } from "@/components/ui/search-field";
import { type Column, Table } from "@/components/ui/table";
import { Code, TextLink } from "@/components/ui/text";
import { type OperationId, operations } from "@/lib/contract";
import { CREDENTIAL_KINDS, REQUEST_OUTCOMES, type RequestCredential, type RequestEntry } from "@/lib/integrations";
import type { Page } from "@/lib/platform/paging";

const OUTCOME_WORDS: Record<(typeof REQUEST_OUTCOMES)[number], string> = {
  succeeded: "Succeeded",
  failed: "Failed",
  refused: "Client error (4xx)",
  limited: "Rate limited (429)",
  broken: "Server error (5xx)",
};

const KIND_WORDS: Record<RequestCredential["kind"], string> = {
  "api-key": "API key",
  tool: "Tool",
  session: "Session token",
  federation: "Federation token",
  dispatch: "Dispatch secret",
  none: "No valid credential",
};

const GONE_WORDS: Partial<Record<RequestCredential["kind"], string>> = {
  "api-key": "Deleted key",
  tool: "Deleted tool",
};

/** Returns for example `GET /api/public/tools`, or null for an operation of another release. */
function requestLine(id: string): string | null {
  const operation = id in operations ? operations[id as OperationId] : undefined;
  return operation ? `${operation.method} ${operation.path}` : null;
}

export type RequestFilter = Record<"id" | "outcome" | "operation" | "credential" | "from" | "until", string>;

type CredentialOption = { value: string; label: string };

const OUTCOMES = REQUEST_OUTCOMES.map((outcome) => ({ value: outcome, label: OUTCOME_WORDS[outcome] }));
const OPERATIONS = Object.keys(operations).map((id) => ({ value: id, label: id }));
const KINDS = CREDENTIAL_KINDS.map((kind) => ({ value: kind, label: `Any: ${KIND_WORDS[kind]}` }));

/** A credential clicked in the table may be an expired key or a person, which aren't offered. */
const orSelected = (known: readonly CredentialOption[], value: string): readonly CredentialOption[] =>
  !value || known.some((option) => option.value === value)
    ? known
    : [...known, { value, label: "Selected credential" }];

const toneOf = (status: number) => (status < 400 ? "success" : status < 500 ? "warning" : "danger");

/** Decimals only matter for fast responses. */
const durationText = (ms: number): string =>
  `${ms.toLocaleString("en", { maximumFractionDigits: ms < 100 ? 1 : 0 })} ms`;

function Credential({ credential, path }: { credential: RequestEntry["credential"]; path: string }) {
  const { kind, id, name, form } = credential;
  if (id === null) return <span className="text-muted">{KIND_WORDS[kind]}</span>;
  return (
    <span className="flex flex-col max-sm:items-end">
      <TextLink quiet href={pathWith(path, { credential: `${kind}:${id}` })} className="wrap-anywhere">
        {name ?? GONE_WORDS[kind] ?? id}
      </TextLink>
      <span className="text-[0.8125rem] text-muted">
        {KIND_WORDS[kind]} {form ? <Code>{form}</Code> : null}
      </span>
    </span>
  );
}

const BRAND_COLUMN: Column<RequestEntry> = {
  header: "Brand",
  cell: ({ brand }) => (brand ? brand.name : <span className="text-muted">None or several</span>),
};

const columnsOf = ({ now, path, withBrands }: RequestLogProps): Column<RequestEntry>[] => [
  {
    header: "Operation",
    rowHeader: true,
    cell: ({ operation }) => (
      <span className="flex flex-col">
        {operation}
        <code className="font-mono font-normal text-[0.75rem] text-muted wrap-anywhere">{requestLine(operation)}</code>
      </span>
    ),
  },
  {
    header: "Status",
    cell: ({ status, errorCode }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:justify-end">
        <Badge tone={toneOf(status)}>{String(status)}</Badge>
        {errorCode ? <Code className="text-muted">{errorCode}</Code> : null}
      </span>
    ),
  },
  {
    header: "Credential",
    cell: ({ credential }) => <Credential credential={credential} path={path} />,
  },
  ...(withBrands ? [BRAND_COLUMN] : []),
  {
    header: "Duration",
    align: "end",
    className: "whitespace-nowrap",
    cell: ({ durationMs }) => durationText(durationMs),
  },
  { header: "When", cell: ({ at }) => <TimeAgo value={at} now={now} className="whitespace-nowrap" /> },
  {
    header: "X-Request-Id",
    cell: ({ requestId }) => (
      <span className="flex min-w-0 items-center gap-1 max-sm:justify-end">
        <Code className="min-w-0 text-muted wrap-anywhere sm:max-w-44">{requestId}</Code>
        <CopyButton value={requestId} label={`Copy request ID ${requestId}`} variant="ghost" />
      </span>
    ),
  },
];

type RequestLogProps = {
  path: string;
  filter: RequestFilter;
  /** Keys and tools offered in addition to the credential kinds. */
  credentials: readonly CredentialOption[];
  page: Page<RequestEntry>;
  /** This page's cursor, or null on the first page. */
  at: string | null;
  now: Date;
  withBrands?: boolean;
  children: ReactNode;
};

export function RequestLog(props: RequestLogProps) {
  const { path, filter, credentials, page, at, now, children } = props;
  const filtered = Object.values(filter).some(Boolean);
  return (
    <div className="flex flex-col gap-4">
      <FilterBar
        path={path}
        label="Filter requests"
        params={filter}
        search={{ name: "id", placeholder: "X-Request-Id" }}
        choices={[
          { name: "outcome", label: "Outcome", options: OUTCOMES },
          { name: "operation", label: "Operation", options: OPERATIONS },
          {
            name: "credential",
            label: "Credential",
            options: orSelected([...KINDS, ...credentials], filter.credential),
          },
        ]}
        daysUntil={now}
      />
      <Card flush>
        {page.entries.length > 0 ? (
          <Table caption="Requests" columns={columnsOf(props)} rows={page.entries} rowKey={({ id }) => id} />
        ) : filtered ? (
          <NoMatches title="No matching requests" href={path}>
            {filter.id
              ? "Requests appear a second or two after their response. Those for no brand, or several, are only in the administrators’ log."
              : null}
          </NoMatches>
        ) : (
          <EmptyState icon={<ScrollText />} title="No requests yet">
            {children}
          </EmptyState>
        )}
      </Card>
      <CursorPages
        newestFirst
        label="Request pages"
        path={path}
        kept={filter}
        after={at}
        next={page.next}
        previous={page.previous}
      />
    </div>
  );
}
