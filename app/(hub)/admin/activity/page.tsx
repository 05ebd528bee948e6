import type { Metadata } from "next";
import { ActivityLog } from "@/components/activity/activity-log";
import { AdminNav } from "@/components/admin/area-cards";
import { HUB_ACTION_KINDS } from "@/lib/access";
import { listHubActivity } from "@/lib/access/server";
import { activityFilter, activityQuery, foundOr404, type SearchProps, single } from "../../page-query";
import { adminPage } from "../admin-page";

export const metadata: Metadata = { title: "Hub activity" };

const PATH = "/admin/activity";

export default async function AdminActivityPage({ searchParams }: SearchProps) {
  const ctx = await adminPage();
  const parameters = await searchParams;
  const query = activityQuery(parameters, HUB_ACTION_KINDS);
  return (
    <ActivityLog
      path={PATH}
      title="Hub activity"
      description="Sign-ins and changes to tools, access and accounts. This log can’t be edited."
      nav={<AdminNav current={PATH} />}
      kinds={HUB_ACTION_KINDS}
      filter={activityFilter(parameters)}
      page={await foundOr404(listHubActivity(ctx, query))}
      withClientIps
      after={single(parameters.after)}
      now={ctx.now}
    >
      Changes to tools, access, accounts and sign-ins appear here.
    </ActivityLog>
  );
}
