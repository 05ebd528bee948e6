import { Download, History } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { FilterBar } from "@/components/ui/filter-bar";
import { Input } from "@/components/ui/input";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { CursorPages } from "@/components/ui/pagination";
import { pathWith } from "@/components/ui/path-with";
import { SearchInput } from "@/components/ui/search-field";
import { Select } from "@/components/ui/select";
import type { ActionKinds, AuditRecord } from "@/lib/access";
import type { Page } from "@/lib/platform/paging";
import { ActivityTable } from "./activity-table";

type ActivityFilterProps = {
  path: string;
  kinds: readonly { prefix: string; label: string }[];
  values: Record<string, string>;
};

function ActivityFilter({ path, kinds, values }: ActivityFilterProps) {
  const options = [{ value: "", label: "Everything" }, ...kinds.map(({ prefix, label }) => ({ value: prefix, label }))];
  return (
    <FilterBar action={path} label="Filter the activity" filtered={Object.keys(values).length > 0}>
      <Field label="Search" className="grow max-sm:col-span-2">
        <SearchInput name="q" defaultValue={values.q} placeholder="Person, action or what it was done to" />
      </Field>
      <Field label="Kind" className="max-sm:col-span-2">
        <Select name="kind" defaultValue={values.kind ?? ""} options={options} />
      </Field>
      <Field label="From">
        <Input name="from" type="date" defaultValue={values.from} />
      </Field>
      <Field label="Until">
        <Input name="until" type="date" defaultValue={values.until} />
      </Field>
    </FilterBar>
  );
}

type ActivityLogProps = {
  /** Of the page; its export lies below. */
  path: string;
  title: string;
  description: string;
  /** Tabs below the heading. */
  nav?: ReactNode;
  kinds: ActionKinds;
  /** The filter's parameters, as they are asked for. */
  filter: Record<string, string>;
  page: Page<AuditRecord>;
  /** Whether the reader may see from where somebody acted. */
  withClientIps: boolean;
  /** The cursor of this page, or null on the first. */
  after: string | null;
  now: Date;
  /** What will be logged here, while nothing is. */
  children: ReactNode;
};

export function ActivityLog(props: ActivityLogProps) {
  const { path, kinds, filter, page, nav, now } = props;
  const filtered = Object.keys(filter).length > 0;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={props.title}
        description={props.description}
        actions={
          <>
            <LinkButton
              href={pathWith(`${path}/export`, { ...filter, format: "jsonl" })}
              icon={<Download aria-hidden="true" />}
              prefetch={false}
            >
              Download JSON lines
            </LinkButton>
            <LinkButton
              href={pathWith(`${path}/export`, filter)}
              icon={<Download aria-hidden="true" />}
              prefetch={false}
            >
              Download CSV
            </LinkButton>
          </>
        }
      />
      {nav}
      <div className="flex flex-col gap-4">
        <ActivityFilter path={path} kinds={kinds} values={filter} />
        <Card flush>
          {page.entries.length > 0 ? (
            <ActivityTable entries={page.entries} now={now} withClientIps={props.withClientIps} />
          ) : (
            <EmptyState
              icon={<History />}
              title={filtered ? "Nothing matches" : "Nothing has happened yet"}
              action={filtered ? <LinkButton href={path}>Show all</LinkButton> : undefined}
            >
              {filtered ? "No act fits this filter." : props.children}
            </EmptyState>
          )}
        </Card>
        <CursorPages
          newestFirst
          label="Pages of the activity"
          path={path}
          kept={filter}
          after={props.after}
          next={page.next}
        />
      </div>
    </div>
  );
}
