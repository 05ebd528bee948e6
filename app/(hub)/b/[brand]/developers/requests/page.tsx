import type { Metadata } from "next";
import { ManagersOnly } from "@/components/developers/managers-only";
import { RequestLog } from "@/components/requests/request-log";
import { PageHeader } from "@/components/ui/page-header";
import { can, daysText } from "@/lib/access";
import { listApiKeys, listRequests, listToolsForBrand } from "@/lib/integrations/server";
import { brandPage } from "@/lib/web/auth/current-user";
import { foundOr404, requestQuery, single } from "../../../../page-query";
import type { BrandPageProps } from "../../page-input";

export const metadata: Metadata = { title: "Requests" };

export default async function RequestsPage({ params, searchParams }: BrandPageProps) {
  const { ctx, access } = await brandPage((await params).brand, "/developers/requests");
  const { brand, role } = access;
  const kept = daysText(ctx.retention.requestsDays);
  const header = {
    title: "Requests",
    description: `API requests for this brand. Kept for ${kept}. Each response carries its ID in X-Request-Id.`,
  };
  if (!can(role, "manage")) return <ManagersOnly {...header} what="requests" role={role} />;
  const parameters = await searchParams;
  const { filter, query } = requestQuery(parameters);
  const [page, keys, tools] = await Promise.all([
    foundOr404(listRequests(ctx, { ...query, brandId: brand.id })),
    listApiKeys(ctx, { brandId: brand.id, state: "active" }),
    listToolsForBrand(ctx, { brandId: brand.id }),
  ]);
  const credentials = [
    ...keys.entries.map(({ id, name, prefix, lastFour }) => ({
      value: `api-key:${id}`,
      label: `${name} (${prefix}…${lastFour})`,
    })),
    ...tools.filter(({ entitled }) => entitled).map(({ slug, name }) => ({ value: `tool:${slug}`, label: name })),
  ];
  return (
    <>
      <PageHeader {...header} />
      <RequestLog
        path={`/b/${brand.slug}/developers/requests`}
        filter={filter}
        credentials={credentials}
        page={page}
        at={single(parameters.before) ?? single(parameters.after)}
        now={ctx.now}
      >
        Requests appear here a second or two after an API key or tool makes them.
      </RequestLog>
    </>
  );
}
