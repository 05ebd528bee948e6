import { SearchX } from "lucide-react";
import type { ComponentProps } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { SearchField } from "@/components/ui/search-field";
import type { VersionPage } from "@/lib/identity";
import { type BrandAccess, may } from "@/lib/members";
import { CompareForm } from "./compare-form";
import { RestoreButton, type RestoreVersion } from "./restore-button";
import { VersionLine } from "./version-line";

type TimelineProps = {
  page: VersionPage;
  access: BrandAccess;
  base: string;
  search?: string;
  now: Date;
  restore: RestoreVersion;
  toDraft: ComponentProps<typeof RestoreButton>["toDraft"];
};

/** Every version, newest first, page by page. */
export function Timeline({ page, access, base, search, now, restore, toDraft }: TimelineProps) {
  const { id, identityVersion: live } = access.brand;
  const href = (place: "before" | "after", version: number | null) =>
    version === null
      ? null
      : `${base}?${new URLSearchParams({ ...(search ? { q: search } : {}), [place]: String(version) })}`;
  const reason = may(access.role, "edit") ? null : "Viewers cannot publish";
  const [first, last] = [page.entries[0], page.entries.at(-1)];
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="History"
        description="Every version that was published. Any two can be compared, and an older one restored."
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <SearchField
          action={base}
          label="Search notes and authors"
          value={search}
          clearHref={base}
          className="w-full sm:max-w-xs"
        />
        {live > 1 ? <CompareForm base={base} from={live - 1} to={live} newest={live} /> : null}
      </div>
      {page.entries.length === 0 ? (
        <EmptyState
          framed
          icon={<SearchX />}
          title={search ? `No version matches “${search}”` : "There is no version here"}
          action={<LinkButton href={base}>All versions</LinkButton>}
        >
          {search ? "Notes and the names of authors are searched." : `This brand has versions 1 to ${live}.`}
        </EmptyState>
      ) : (
        <ol className="mt-1 flex flex-col">
          {page.entries.map((entry) => (
            <VersionLine
              key={entry.version}
              entry={entry}
              base={base}
              live={entry.version === live}
              now={now}
              actions={
                <>
                  {entry.version > 1 ? (
                    <LinkButton size="sm" href={`${base}?from=${entry.version - 1}&to=${entry.version}`}>
                      Changes
                      <span className="sr-only"> in version {entry.version}</span>
                    </LinkButton>
                  ) : null}
                  {entry.version < live ? (
                    <>
                      <LinkButton size="sm" href={`${base}?from=${entry.version}&to=${live}`}>
                        Compare with live
                        <span className="sr-only"> version {entry.version}</span>
                      </LinkButton>
                      <RestoreButton
                        small
                        brandId={id}
                        version={entry.version}
                        liveVersion={live}
                        restore={restore}
                        toDraft={toDraft}
                        disabledReason={reason}
                      />
                    </>
                  ) : null}
                </>
              }
            />
          ))}
        </ol>
      )}
      {page.newer !== null || page.older !== null ? (
        <Pagination
          label="Pages of the history"
          previousHref={href("after", page.newer)}
          nextHref={href("before", page.older)}
          summary={
            first && last
              ? `Versions ${first.version} to ${last.version}${search ? ", filtered" : ` of ${live}`}`
              : null
          }
        />
      ) : null}
    </div>
  );
}
