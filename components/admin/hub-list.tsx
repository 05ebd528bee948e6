import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { FilterBar } from "@/components/ui/filter-bar";
import { PageHeader } from "@/components/ui/page-header";
import { CursorPages } from "@/components/ui/pagination";
import { SearchInput } from "@/components/ui/search-field";
import { Select, type SelectOption } from "@/components/ui/select";
import type { Unready } from "@/lib/runtime/readiness";
import { AdminNav } from "./area-cards";

type HubListProps = {
  path: string;
  /** What is listed, in the plural. */
  noun: string;
  title: string;
  description: string;
  actions?: ReactNode;
  search: { value: string; placeholder: string };
  /** The one thing beside words that the list is narrowed by: `name` is its parameter of the URL, and no `value` stands for all. */
  choice: { name: string; label: string; value: string | undefined; options: readonly SelectOption[] };
  after: string | null;
  next: string | null;
  /** The table, or what stands there where nothing is found. */
  children: ReactNode;
};

/** A page of the administration that lists what the hub has: searched, narrowed, and read on from a cursor. */
export function HubList({ path, noun, title, description, actions, search, choice, ...rest }: HubListProps) {
  const { after, next, children } = rest;
  const kept = { q: search.value, [choice.name]: choice.value };
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={title} description={description} actions={actions} />
      <AdminNav current={path} />
      <FilterBar action={path} label={`Filter ${noun}`} filtered={Object.values(kept).some(Boolean)}>
        <Field label="Search">
          <SearchInput name="q" defaultValue={search.value} placeholder={search.placeholder} />
        </Field>
        <Field label={choice.label}>
          <Select name={choice.name} defaultValue={choice.value ?? ""} options={choice.options} />
        </Field>
      </FilterBar>
      <Card flush>{children}</Card>
      <CursorPages label={`Pages of ${noun}`} path={path} kept={kept} after={after} next={next} />
    </div>
  );
}

/** What `/api/ready` names, in words. */
export const UNREADY_WORDS: Record<Unready, string> = {
  database: "The database does not answer.",
  migrations: "The database is of another release: its migrations have not run.",
  storage: "The store of files does not answer.",
  files: "This process keeps files in another store than the one that the database's files are in.",
  encryption: "HUB_ENCRYPTION_KEY lacks the key of a tool's signing secret: its webhooks wait.",
  limiter: "Redis does not answer: each process counts limits by itself.",
  disk: "The disk is nearly full.",
  ticks: "No tick has run for five minutes: neither webhooks nor mails leave.",
  deliveries: "Due deliveries have waited for over ten minutes.",
  stopping: "This process was told to stop.",
};

export function HubState({ unready }: { unready: readonly Unready[] }) {
  if (unready.length > 0) return <Badge tone="danger">Not ready</Badge>;
  return <Badge tone="success">Ready</Badge>;
}
