import { Archive } from "lucide-react";
import type { Metadata } from "next";
import { ArchivedTable } from "@/components/archived/archived-table";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { CursorPages } from "@/components/ui/pagination";
import { listArchivedBrands } from "@/lib/brands/server";
import { pageContext } from "@/lib/web/auth/current-user";
import { foundOr404, type SearchProps, single } from "../page-query";
import { cancel, restore, schedule } from "./actions";

export const metadata: Metadata = { title: "Archived brands" };

const PATH = "/archived";

export default async function ArchivedPage({ searchParams }: SearchProps) {
  const ctx = await pageContext();
  const after = single((await searchParams).after);
  const { entries, next } = await foundOr404(listArchivedBrands(ctx, { after }));
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Archived brands"
        description="Those that you own. An archived brand is in no list and answers no tool; everything of it is kept until an owner has it deleted."
      />
      <Card flush>
        {entries.length > 0 ? (
          <ArchivedTable
            brands={entries}
            waitingDays={ctx.retention.brandDeletionDays}
            now={ctx.now}
            actions={{ restore, schedule, cancel }}
          />
        ) : (
          <EmptyState icon={<Archive />} title="No archived brands">
            A brand is archived in its settings, by an owner.
          </EmptyState>
        )}
      </Card>
      <CursorPages newestFirst label="Pages of archived brands" path={PATH} kept={{}} after={after} next={next} />
    </div>
  );
}
