import { Table } from "@/components/ui/table";
import type { CredentialUsage } from "@/lib/integrations";
import { barName, type Span } from "./usage-scale";

/** The numbers of the picture, newest first; bars without a request are left out. */
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
