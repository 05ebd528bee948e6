import type { Metadata } from "next";
import { ActivityTable } from "@/components/activity/activity-log";
import { Card } from "@/components/ui/card";
import { Breadcrumbs, PageHeader } from "@/components/ui/page-header";
import { CursorPages } from "@/components/ui/pagination";
import { listOwnActivity } from "@/lib/access/server";
import { pageContext } from "@/lib/web/auth/current-user";
import { foundOr404, type SearchProps, single } from "../../page-query";

export const metadata: Metadata = { title: "Activity of your account" };

const PATH = "/account/activity";

export default async function OwnActivityPage({ searchParams }: SearchProps) {
  const after = single((await searchParams).after);
  const ctx = await pageContext();
  const page = await foundOr404(listOwnActivity(ctx, { after }));
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        above={<Breadcrumbs items={[{ label: "Account", href: "/account" }]} />}
        title="Activity of your account"
        description="Sign-ins, failed ones too, and every change of your account, its browsers and its tokens. What you do to a brand is in the activity of that brand."
      />
      <Card flush>
        <ActivityTable entries={page.entries} now={ctx.now} withClientIps />
      </Card>
      <CursorPages newestFirst label="Pages of the activity" path={PATH} kept={{}} after={after} next={page.next} />
    </div>
  );
}
