import { Search, Webhook } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { pathWith } from "@/components/ui/path-with";
import { FIRST_SHOWN, FirstShown, holdsText, SEARCH_FROM, SearchField } from "@/components/ui/search-field";
import type { Endpoint } from "@/lib/deliveries";
import { EndpointCard } from "./endpoint-card";
import type { EndpointActions } from "./types";

type EndpointListProps = {
  endpoints: readonly Endpoint[];
  now: Date;
  path: string;
  toolsPath: string;
  search: string;
  /** Of the deliveries below: a search here leaves it as it is. */
  filter: Record<string, string>;
  manageReason: string | null;
  actionsOf: (toolSlug: string) => EndpointActions;
};

/** Where each tool is notified of the brand's changes, and how that goes. */
export function EndpointList(props: EndpointListProps) {
  const { endpoints, now, path, toolsPath, search, filter, manageReason, actionsOf } = props;
  if (endpoints.length === 0) {
    return (
      <EmptyState
        framed
        level={3}
        icon={<Webhook />}
        title="No tool may use this brand yet"
        action={<LinkButton href={toolsPath}>See all tools</LinkButton>}
      >
        A hub administrator entitles brands to tools. Each then gets an endpoint here.
      </EmptyState>
    );
  }
  const found = endpoints.filter(({ tool, subscription }) =>
    holdsText(search, [tool.name, tool.slug, subscription?.webhookUrl ?? null]),
  );
  const allHref = pathWith(path, filter);
  return (
    <div className="flex flex-col gap-4">
      {search || endpoints.length >= SEARCH_FROM ? (
        <SearchField
          className="w-full sm:w-72"
          action={path}
          label="Search endpoints"
          placeholder="Tool or webhook URL"
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
          {found.slice(0, FIRST_SHOWN).map((endpoint) => (
            <EndpointCard
              key={endpoint.tool.slug}
              endpoint={endpoint}
              path={path}
              now={now}
              manageReason={manageReason}
              actions={actionsOf(endpoint.tool.slug)}
            />
          ))}
        </ul>
      )}
      <FirstShown of={found.length} noun="endpoints" />
    </div>
  );
}
