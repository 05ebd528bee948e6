import type { Metadata } from "next";
import { AdminNav } from "@/components/admin/area-cards";
import { RequestLog } from "@/components/requests/request-log";
import { PageHeader } from "@/components/ui/page-header";
import { daysText } from "@/lib/access";
import { listAllRequests } from "@/lib/integrations/server";
import { foundOr404, requestQuery, type SearchProps, single } from "../../page-query";
import { adminPage } from "../admin-page";

export const metadata: Metadata = { title: "API requests" };

const PATH = "/admin/requests";

export default async function AdminRequestsPage({ searchParams }: SearchProps) {
  const ctx = await adminPage();
  const parameters = await searchParams;
  const { filter, query } = requestQuery(parameters);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="API requests"
        description={`All API requests, including unauthenticated ones. Kept for ${daysText(ctx.retention.requestsDays)}.`}
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
        Requests appear here a second or two after they are made.
      </RequestLog>
    </div>
  );
}
