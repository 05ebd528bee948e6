import { Table } from "@/components/ui/table";
import { TextLink } from "@/components/ui/text-link";
import type { CredentialUsage } from "@/lib/integrations";
import { barName, type Span } from "./usage-chart";

/** The chart's numbers, newest first, without empty bars. */
export function BucketTable({ usage, span }: { usage: CredentialUsage; span: Span }) {
  const rows = usage.buckets.filter(({ requests }) => requests > 0).toReversed();
  return (
    <Table
      caption={`Requests of ${usage.name} per ${span.per}`}
      rows={rows}
      rowKey={({ start }) => start.toISOString()}
      columns={[
        { key: "start", header: "From (UTC)", rowHeader: true, cell: ({ start }) => barName(start, span) },
        { key: "requests", header: "Requests", align: "end", cell: ({ requests }) => requests.toLocaleString("en") },
        { key: "errors", header: "Errors", align: "end", cell: ({ errors }) => errors.toLocaleString("en") },
        { key: "limited", header: "429", align: "end", cell: ({ limited }) => limited.toLocaleString("en") },
      ]}
    />
  );
}

type CredentialTableProps = {
  usage: readonly CredentialUsage[];
  chosen: string;
  hrefOf: (credential: string) => string;
};

export function CredentialTable({ usage, chosen, hrefOf }: CredentialTableProps) {
  return (
    <Table
      caption="Usage by credential"
      rows={usage}
      rowKey={({ credential }) => credential}
      columns={[
        {
          key: "name",
          header: "Credential",
          rowHeader: true,
          cell: ({ credential, name, kind, form }) => (
            <span className="flex min-w-0 flex-col">
              <TextLink
                quiet
                scroll={false}
                href={hrefOf(credential)}
                aria-current={credential === chosen ? "true" : undefined}
                className="w-fit wrap-anywhere aria-[current]:font-semibold"
              >
                {name}
              </TextLink>
              <span className="font-normal text-[0.8125rem] text-muted">
                {kind === "tool" ? "Child tool" : <code className="font-mono">{form ?? "API key"}</code>}
                {credential === chosen ? ", in the chart" : ""}
              </span>
            </span>
          ),
        },
        { key: "requests", header: "Requests", align: "end", cell: ({ requests }) => requests.toLocaleString("en") },
        { key: "errors", header: "Errors", align: "end", cell: ({ errors }) => errors.toLocaleString("en") },
        { key: "limited", header: "429", align: "end", cell: ({ limited }) => limited.toLocaleString("en") },
      ]}
    />
  );
}
