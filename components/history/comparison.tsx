import { Equal, SearchX } from "lucide-react";
import { ComparedFields } from "@/components/diff/compared-fields";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { LinkButton } from "@/components/ui/text-link";
import type { Comparison as ComparisonData, ComparisonView } from "@/lib/publishing";
import { CompareForm } from "./compare-form";

type ComparisonProps = {
  /** Null when a version doesn't exist. */
  compared: ComparisonData | null;
  view: ComparisonView;
  base: string;
  from: number;
  to: number;
  live: number;
};

export function Comparison({ compared, view, base, from, to, live }: ComparisonProps) {
  const count = compared?.changed.length ?? 0;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={`Version ${from} to version ${to}`}
        description={compared && count > 0 ? `${count} ${count === 1 ? "field differs" : "fields differ"}` : undefined}
        actions={<LinkButton href={base}>All versions</LinkButton>}
      />
      <CompareForm base={base} from={from} to={to} newest={live} swap />
      {compared === null ? (
        <EmptyState framed icon={<SearchX />} title="Version not found">
          This brand has versions 1 to {live}.
        </EmptyState>
      ) : count === 0 ? (
        <EmptyState framed icon={<Equal />} title="No differences">
          Version {from} and version {to} are identical.
        </EmptyState>
      ) : (
        <ComparedFields
          level={2}
          comparison={compared}
          view={view}
          page={base}
          kept={{ from: String(from), to: String(to) }}
        />
      )}
    </div>
  );
}
