import { Download, History } from "lucide-react";
import type { Metadata } from "next";
import { ActivityFilter } from "@/components/activity/activity-filter";
import { ActivityTable } from "@/components/activity/activity-table";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { CursorPages } from "@/components/ui/pagination";
import { pathWith } from "@/components/ui/path-with";
import { ACTION_KINDS, describeAct } from "@/lib/audit";
import { brandPage } from "@/lib/auth/brand-page";
import { listActivity } from "@/lib/brands/server";
import { foundOr404, single } from "../../../page-query";
import type { BrandPageProps } from "../page-input";
import { activityQuery } from "./query";

export const metadata: Metadata = { title: "Activity" };

/** Who did what to this brand, newest first. */
export default async function ActivityPage({ params, searchParams }: BrandPageProps) {
  const { ctx, access } = await brandPage((await params).brand, "/activity");
  const parameters = await searchParams;
  const { entries, next } = await foundOr404(
    listActivity(ctx, { ...activityQuery(parameters), brandId: access.brand.id }),
  );
  const path = `/b/${access.brand.slug}/activity`;
  const kept = Object.fromEntries(
    ["kind", "q", "from", "until"].flatMap((name) => {
      const value = single(parameters[name]);
      return value ? [[name, value]] : [];
    }),
  );
  const filtered = Object.keys(kept).length > 0;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Activity"
        description="Every act on this brand, with who did it and what it changed. Nothing here can be edited."
        actions={
          <LinkButton href={pathWith(`${path}/export`, kept)} icon={<Download aria-hidden="true" />} prefetch={false}>
            Download CSV
          </LinkButton>
        }
      />
      <div className="flex flex-col gap-4">
        <ActivityFilter path={path} kinds={ACTION_KINDS} values={kept} />
        <Card flush>
          {entries.length > 0 ? (
            <ActivityTable entries={entries.map((entry) => ({ ...entry, ...describeAct(entry) }))} now={ctx.now} />
          ) : (
            <EmptyState
              icon={<History />}
              title={filtered ? "Nothing matches" : "Nothing has happened yet"}
              action={filtered ? <LinkButton href={path}>Show all</LinkButton> : undefined}
            >
              {filtered ? "No act fits this filter." : "Publishing, members, keys and settings are logged here."}
            </EmptyState>
          )}
        </Card>
        <CursorPages
          newestFirst
          label="Pages of the activity"
          path={path}
          kept={kept}
          after={single(parameters.after)}
          next={next}
        />
      </div>
    </div>
  );
}
