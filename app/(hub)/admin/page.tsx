import type { Metadata } from "next";
import { AdminNav, AreaCards } from "@/components/admin/area-cards";
import { HubAttention } from "@/components/admin/hub-attention";
import { HubState } from "@/components/admin/hub-list";
import { ToolHealthTable } from "@/components/admin/tool-tables";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { readHubOverview } from "@/lib/brands/server";
import { ownVersion } from "@/lib/runtime/data-directory";
import { hub } from "@/lib/runtime/hub";
import { unreadiness } from "@/lib/runtime/readiness";
import { adminPage } from "./admin-page";

export const metadata: Metadata = { title: "Administration" };

export default async function AdminOverviewPage() {
  const ctx = await adminPage();
  const [overview, unready] = await Promise.all([readHubOverview(ctx), hub().then((running) => unreadiness(running))]);
  const networks = ctx.webhookPolicy.allowedNetworks?.cidrs;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Administration"
        description="Health and activity across this hub."
        badges={<HubState unready={unready} />}
      />
      <AdminNav current="/admin" />
      <AreaCards overview={overview} />
      <HubAttention overview={overview} unready={unready} now={ctx.now} />
      <Card
        as="section"
        flush
        title="Deliveries"
        description="Delivery rate covers each tool’s latest 500 deliveries in 24 hours."
        footer={
          <>
            <p>Brand Identity Hub {ownVersion()}</p>
            {networks ? <p>Private networks that webhooks can reach: {networks.join(", ")}</p> : null}
          </>
        }
      >
        <ToolHealthTable health={overview.deliveries} now={ctx.now} />
      </Card>
    </div>
  );
}
