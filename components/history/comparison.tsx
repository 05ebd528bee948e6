import { Equal, SearchX } from "lucide-react";
import { ChangeList, entryNames } from "@/components/diff/change-list";
import { ContentLanguage } from "@/components/ui/content-text";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { type BrandDocument, languageOf } from "@/lib/brand-document";
import type { FieldChange } from "@/lib/identity";
import { CompareForm } from "./compare-form";

type ComparisonProps = {
  /** Null when the brand has no two such versions. */
  compared: { from: BrandDocument; to: BrandDocument; changes: readonly FieldChange[] } | null;
  base: string;
  from: number;
  to: number;
  live: number;
};

/** Two versions, field by field. */
export function Comparison({ compared, base, from, to, live }: ComparisonProps) {
  const count = compared?.changes.length ?? 0;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={`Version ${from} to version ${to}`}
        description={
          compared && count > 0
            ? `${count} ${count === 1 ? "field differs" : "fields differ"}, read from the first to the second.`
            : undefined
        }
        actions={<LinkButton href={base}>All versions</LinkButton>}
      />
      <CompareForm base={base} from={from} to={to} newest={live} swap />
      {compared === null ? (
        <EmptyState framed icon={<SearchX />} title="There are no two such versions">
          This brand has versions 1 to {live}.
        </EmptyState>
      ) : count === 0 ? (
        <EmptyState framed icon={<Equal />} title="Nothing differs">
          Version {from} and version {to} are the same in every field.
        </EmptyState>
      ) : (
        <ContentLanguage value={languageOf(compared.to.identity) ?? null}>
          <ChangeList level={2} changes={compared.changes} names={entryNames(compared.from, compared.to)} />
        </ContentLanguage>
      )}
    </div>
  );
}
