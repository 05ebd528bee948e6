import type { Metadata } from "next";
import { ActivityLog } from "@/components/activity/activity-log";
import { BRAND_ACTION_KINDS, can } from "@/lib/access";
import { listActivity } from "@/lib/brands/server";
import { brandPage } from "@/lib/web/auth/current-user";
import { activityFilter, activityQuery, foundOr404, single } from "../../../page-query";
import type { BrandPageProps } from "../page-input";

export const metadata: Metadata = { title: "Activity" };

export default async function ActivityPage({ params, searchParams }: BrandPageProps) {
  const { ctx, access } = await brandPage((await params).brand, "/activity");
  const parameters = await searchParams;
  const query = activityQuery(parameters, BRAND_ACTION_KINDS);
  return (
    <ActivityLog
      path={`/b/${access.brand.slug}/activity`}
      title="Activity"
      description="Every change to this brand and who made it. This log can’t be edited."
      kinds={BRAND_ACTION_KINDS}
      filter={activityFilter(parameters)}
      page={await foundOr404(listActivity(ctx, { ...query, brandId: access.brand.id }))}
      withClientIps={can(access.role, "manage")}
      after={single(parameters.after)}
      now={ctx.now}
    >
      Changes to published versions, members, keys and settings appear here.
    </ActivityLog>
  );
}
