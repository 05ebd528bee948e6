import { Search, Webhook } from "lucide-react";
import { address } from "@/components/developers/address";
import { EndpointCard } from "@/components/developers/webhooks/endpoint-card";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { SEARCH_FROM, SearchField } from "@/components/ui/search-field";
import { webhookSecretsOf } from "@/lib/config/webhook-secrets";
import { listEndpoints } from "@/lib/deliveries/server";
import type { Ctx } from "@/lib/kernel/context";
import type { BrandAccess } from "@/lib/members";
import { holdsText } from "../../../../page-query";
import { manageReason } from "../../page-input";
import { replayFailed, replayMissed, sendTest, turnOff, turnOn } from "./actions";

export type EndpointsProps = {
  ctx: Ctx;
  access: BrandAccess;
  path: string;
  search: string;
  /** Of the deliveries below: a search here leaves it as it is. */
  filter: Record<string, string>;
};

/** Where each tool is told of the brand's changes, and how that goes. */
export async function Endpoints({ ctx, access: { brand, role }, path, search, filter }: EndpointsProps) {
  const endpoints = await listEndpoints(ctx, brand.id, webhookSecretsOf);
  if (endpoints.length === 0) {
    return (
      <EmptyState
        framed
        level={3}
        icon={<Webhook />}
        title="No tool may use this brand yet"
        action={<LinkButton href={`/b/${brand.slug}/tools`}>See all tools</LinkButton>}
      >
        A hub administrator entitles brands to tools. Each then gets an endpoint here.
      </EmptyState>
    );
  }
  const found = endpoints.filter(({ tool, subscription }) =>
    holdsText(search, [tool.name, tool.slug, subscription?.webhookUrl ?? null]),
  );
  const allHref = address(path, filter);
  return (
    <div className="flex flex-col gap-4">
      {search || endpoints.length >= SEARCH_FROM ? (
        <SearchField
          className="w-full sm:w-72"
          action={path}
          label="Search endpoints"
          placeholder="Tool or address"
          name="endpoint"
          value={search}
          keep={filter}
          clearHref={allHref}
        />
      ) : null}
      {found.length === 0 ? (
        <EmptyState
          framed
          level={3}
          icon={<Search />}
          title={`No endpoint matches “${search}”`}
          action={
            <LinkButton href={allHref} scroll={false}>
              Show all
            </LinkButton>
          }
        />
      ) : (
        <ul className="grid gap-4 xl:grid-cols-2 xl:[&>li:only-child]:col-span-2">
          {found.map((endpoint) => {
            const key = { brandId: brand.id, toolSlug: endpoint.tool.slug };
            const actions = {
              sendTest: sendTest.bind(null, key),
              replayFailed: replayFailed.bind(null, key),
              replayMissed: replayMissed.bind(null, key),
              turnOff: turnOff.bind(null, key),
              turnOn: turnOn.bind(null, key),
            };
            return (
              <EndpointCard
                key={endpoint.tool.slug}
                endpoint={endpoint}
                now={ctx.now}
                manageReason={manageReason(role)}
                actions={actions}
              />
            );
          })}
        </ul>
      )}
    </div>
  );
}
