import type { Metadata } from "next";
import { AdminNav } from "@/components/admin/area-cards";
import { RequestLog } from "@/components/requests/request-log";
import { PageHeader } from "@/components/ui/page-header";
import { daysText } from "@/lib/access";
import { listAllRequests } from "@/lib/integrations/server";
import { foundOr404, type SearchProps, single } from "../../page-query";
import { requestQuery } from "../../request-query";
import { adminPage } from "../admin-page";

export const metadata: Metadata = { title: "Requests to the hub" };

const PATH = "/admin/requests";

export default async function AdminRequestsPage({ searchParams }: SearchProps) {
  const ctx = await adminPage();
  const parameters = await searchParams;
  const { filter, query } = requestQuery(parameters);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Requests to the hub"
        description={`Each call of the API, over all brands and of callers who proved nothing; kept for ${daysText(ctx.retention.requestsDays)}.`}
      />
      <AdminNav current={PATH} />
      <RequestLog
        withBrands
        path={PATH}
        filter={filter}
        credentials={[]}
        page={await foundOr404(listAllRequests(ctx, query))}
        at={single(parameters.before) ?? single(parameters.after)}
        now={ctx.now}
      >
        The first one appears here a second or two after somebody has called the API.
      </RequestLog>
    </div>
  );
}
