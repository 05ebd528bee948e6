import type { ReactNode } from "react";
import { Badge, Card } from "@/components/ui/card";
import { FilterBar, type FilterChoice } from "@/components/ui/filter-bar";
import { PageHeader } from "@/components/ui/page-header";
import { CursorPages } from "@/components/ui/pagination";
import type { Unready } from "@/lib/runtime/readiness";
import { AdminNav } from "./area-cards";

type HubListProps = {
  path: string;
  /** The listed things, in the plural. */
  noun: string;
  title: string;
  description?: string;
  actions?: ReactNode;
  search: { value: string; placeholder: string };
  /** A filter in addition to the search. `name` is its URL parameter, and no `value` means all. */
  choice: FilterChoice & { value: string | undefined };
  after: string | null;
  next: string | null;
  children: ReactNode;
};

export function HubList({ path, noun, title, description, actions, search, choice, ...rest }: HubListProps) {
  const { after, next, children } = rest;
  const kept = { q: search.value, [choice.name]: choice.value };
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={title} description={description} actions={actions} />
      <AdminNav current={path} />
      <FilterBar
        path={path}
        label={`Filter ${noun}`}
        params={kept}
        search={{ placeholder: search.placeholder }}
        choices={[choice]}
      />
      <Card flush>{children}</Card>
      <CursorPages label={`Pages of ${noun}`} path={path} kept={kept} after={after} next={next} />
    </div>
  );
}

/** Sentences for the checks of `/api/ready`. */
export const UNREADY_WORDS: Record<Unready, string> = {
  database: "The database isn’t responding.",
  migrations: "Database migrations for this release haven’t run.",
  storage: "File storage isn’t responding.",
  files: "This process uses a different file storage from the one the database’s files are in.",
  encryption: "HUB_ENCRYPTION_KEY lacks the key of a tool’s signing secret. Its webhooks are paused.",
  limiter: "Redis isn’t responding. Each process counts limits separately.",
  disk: "The disk is nearly full.",
  ticks: "No tick has run for 5 minutes, so webhooks and emails aren’t sent.",
  deliveries: "Due deliveries have waited for over 10 minutes.",
  stopping: "This process is shutting down.",
};

export function HubState({ unready }: { unready: readonly Unready[] }) {
  if (unready.length > 0) return <Badge tone="danger">Not ready</Badge>;
  return <Badge tone="success">Ready</Badge>;
}
