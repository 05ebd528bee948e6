import { SearchX } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { PART_NAMES } from "@/components/diff/change-list";
import { Badge } from "@/components/ui/card";
import { ContentText } from "@/components/ui/content-text";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { TimeAgo } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { SearchField } from "@/components/ui/search-field";
import { LinkButton } from "@/components/ui/text";
import { type BrandAccess, can } from "@/lib/access";
import type { VersionEntry, VersionPage } from "@/lib/publishing";
import { RestoreButton, type RestoreVersion } from "./restore-button";
import { CompareBar, PickVersion } from "./version-picks";
import { VersionProof } from "./version-proof";

type VersionLineProps = {
  entry: VersionEntry;
  base: string;
  live: boolean;
  now: Date;
  /** Null in a history of one version. */
  pick: ReactNode;
  actions: ReactNode;
};

function VersionLine({ entry, base, live, now, pick, actions }: VersionLineProps) {
  const { version, author, createdAt, note, changed, restoredFrom, sha256, proof } = entry;
  return (
    <li className="flex gap-3 px-4 py-3.5 transition-colors has-checked:bg-accent-soft sm:gap-4">
      {pick}
      <div className="flex min-w-0 grow flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-80">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 className="font-semibold leading-6">
              <Link href={`${base}/${version}`} className="rounded-sm underline-offset-4 hover:underline">
                Version {version}
              </Link>
            </h2>
            {live ? <Badge tone="success">Live</Badge> : null}
            {version === 1 ? (
              <Badge>First version</Badge>
            ) : (
              changed.map((part) => <Badge key={part}>{PART_NAMES[part]}</Badge>)
            )}
          </div>
          <p className="text-[0.8125rem] text-muted">
            {author ?? "The hub"}, <TimeAgo value={createdAt} now={now} />
            {restoredFrom ? (
              <>
                , restored from{" "}
                <Link href={`${base}/${restoredFrom}`} className="underline underline-offset-4">
                  version {restoredFrom}
                </Link>
              </>
            ) : null}
          </p>
          <ContentText as="p" className="mt-1 max-w-prose whitespace-pre-wrap wrap-anywhere">
            {note}
          </ContentText>
          {sha256 && proof ? (
            <VersionProof version={version} href={`${base}/${version}/version.json`} sha256={sha256} proof={proof} />
          ) : null}
        </div>
        <div className="flex flex-wrap gap-2 empty:hidden">{actions}</div>
      </div>
    </li>
  );
}

type TimelineProps = {
  page: VersionPage;
  access: BrandAccess;
  base: string;
  search?: string;
  now: Date;
  restore: RestoreVersion;
  toDraft: ComponentProps<typeof RestoreButton>["toDraft"];
};

export function Timeline({ page, access, base, search, now, restore, toDraft }: TimelineProps) {
  const { id, identityVersion: live } = access.brand;
  const href = (place: "before" | "after", version: number | null) =>
    version === null
      ? null
      : `${base}?${new URLSearchParams({ ...(search ? { q: search } : {}), [place]: String(version) })}`;
  const [first, last] = [page.entries[0], page.entries.at(-1)];
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title="History" description={live > 1 ? "Pick two versions to compare them." : undefined} />
      <SearchField
        action={base}
        label="Search notes and authors"
        value={search}
        clearHref={base}
        className="w-full sm:max-w-xs"
      />
      {page.entries.length === 0 ? (
        <EmptyState
          framed
          icon={<SearchX />}
          title={search ? `No version matches “${search}”` : "No versions here"}
          action={<LinkButton href={base}>All versions</LinkButton>}
        >
          {search ? "Search covers notes and authors." : `This brand has versions 1 to ${live}.`}
        </EmptyState>
      ) : (
        <ol className="divide-y divide-line overflow-clip rounded-xl border border-line bg-surface">
          {page.entries.map((entry) => (
            <VersionLine
              key={entry.version}
              entry={entry}
              base={base}
              live={entry.version === live}
              now={now}
              pick={live > 1 ? <PickVersion version={entry.version} /> : null}
              actions={
                <>
                  {entry.version > 1 ? (
                    <LinkButton
                      size="sm"
                      variant="ghost"
                      href={`${base}?from=${entry.version - 1}&to=${entry.version}`}
                    >
                      Changes
                      <span className="sr-only"> in version {entry.version}</span>
                    </LinkButton>
                  ) : null}
                  {entry.version < live && can(access.role, "edit") ? (
                    <RestoreButton
                      small
                      brandId={id}
                      version={entry.version}
                      liveVersion={live}
                      restore={restore}
                      toDraft={toDraft}
                    />
                  ) : null}
                </>
              }
            />
          ))}
        </ol>
      )}
      {page.newer !== null || page.older !== null ? (
        <Pagination
          label="History pages"
          previousHref={href("after", page.newer)}
          nextHref={href("before", page.older)}
          summary={
            first && last
              ? `Versions ${first.version} to ${last.version}${search ? ", filtered" : ` of ${live}`}`
              : null
          }
        />
      ) : null}
      <CompareBar base={base} live={live} />
    </div>
  );
}
