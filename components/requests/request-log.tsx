import { ScrollText, Search } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { CursorPages } from "@/components/ui/pagination";
import type { Page } from "@/lib/kernel/paging";
import type { RequestEntry } from "@/lib/request-log";
import { type CredentialOption, type RequestFilter, RequestFilters } from "./request-filters";
import { RequestTable } from "./request-table";

type RequestLogProps = {
  path: string;
  filter: RequestFilter;
  credentials: readonly CredentialOption[];
  page: Page<RequestEntry>;
  /** The cursor that this page was asked for; null on the first. */
  at: string | null;
  now: Date;
  withBrands?: boolean;
  /** What will stand here, while nothing does. */
  children: ReactNode;
};

/** The calls of the API, with their filters and pages. */
export function RequestLog({
  path,
  filter,
  credentials,
  page,
  at,
  now,
  withBrands = false,
  children,
}: RequestLogProps) {
  const filtered = Object.values(filter).some(Boolean);
  return (
    <div className="flex flex-col gap-4">
      <RequestFilters action={path} filter={filter} credentials={credentials} />
      <Card flush>
        {page.entries.length > 0 ? (
          <RequestTable entries={page.entries} now={now} path={path} withBrands={withBrands} />
        ) : filtered ? (
          <EmptyState
            icon={<Search />}
            title="No request matches these filters"
            action={<LinkButton href={path}>Show all</LinkButton>}
          >
            {filter.id
              ? "Calls stand here a second or two after their answer. One that named no brand, or several, stands in the hub administrators’ log alone."
              : null}
          </EmptyState>
        ) : (
          <EmptyState icon={<ScrollText />} title="No requests yet">
            {children}
          </EmptyState>
        )}
      </Card>
      <CursorPages
        newestFirst
        label="Pages of requests"
        path={path}
        kept={filter}
        after={at}
        next={page.next}
        previous={page.previous}
      />
    </div>
  );
}
