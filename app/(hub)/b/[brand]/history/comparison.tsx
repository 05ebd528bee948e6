import { Equal, SearchX } from "lucide-react";
import { ChangeList, entryNames } from "@/components/diff/change-list";
import { CompareForm } from "@/components/history/compare-form";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { compareVersions } from "@/lib/identity/server";
import type { Ctx } from "@/lib/kernel/context";
import { NotFound } from "@/lib/kernel/errors";

type ComparisonProps = { ctx: Ctx; brandId: string; base: string; from: number; to: number; live: number };

const compare = async (ctx: Ctx, versions: { brandId: string; from: number; to: number }) => {
  try {
    return await compareVersions(ctx, versions);
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
};

/** Two versions, field by field. */
export async function Comparison({ ctx, brandId, base, from, to, live }: ComparisonProps) {
  const compared = await compare(ctx, { brandId, from, to });
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
        <ChangeList level={2} changes={compared.changes} names={entryNames(compared.from, compared.to)} />
      )}
    </div>
  );
}
