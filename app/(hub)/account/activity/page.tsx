import type { Metadata } from "next";
import { ActivityTable } from "@/components/activity/activity-log";
import { Card, Section } from "@/components/ui/card";
import { CursorPages } from "@/components/ui/pagination";
import { listOwnActivity } from "@/lib/access/server";
import { pageContext } from "@/lib/web/auth/current-user";
import { foundOr404, type SearchProps, single } from "../../page-query";

export const metadata: Metadata = { title: "Account activity" };

const PATH = "/account/activity";

export default async function OwnActivityPage({ searchParams }: SearchProps) {
  const after = single((await searchParams).after);
  const ctx = await pageContext();
  const page = await foundOr404(listOwnActivity(ctx, { after }));
  return (
    <Section title="Account activity" description="Sign-ins, failed attempts and changes to your account.">
      <div className="flex flex-col gap-4">
        <Card flush>
          <ActivityTable entries={page.entries} now={ctx.now} withClientIps />
        </Card>
        <CursorPages newestFirst label="Activity pages" path={PATH} kept={{}} after={after} next={page.next} />
      </div>
    </Section>
  );
}
