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
        description="Brands you own. Archived brands are hidden and unavailable to tools. Their data is kept until an owner deletes them."
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
            Owners archive a brand in its settings.
          </EmptyState>
        )}
      </Card>
      <CursorPages newestFirst label="Archived brand pages" path={PATH} kept={{}} after={after} next={next} />
    </div>
  );
}
