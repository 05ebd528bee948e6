import type { ReactNode } from "react";
import { pathWith } from "@/components/ui/browser";
import { ContentLanguage } from "@/components/ui/content-text";
import { Pagination } from "@/components/ui/pagination";
import { TextLink } from "@/components/ui/text";
import { type ChangedField, COMPARED_FIELDS, type Comparison, type ComparisonView } from "@/lib/publishing";
import { ChangeList } from "./change-list";

type ComparedFieldsProps = {
  comparison: Comparison;
  view: ComparisonView;
  page: string;
  kept?: Record<string, string>;
  level?: 2 | 3;
  below?: (change: ChangedField) => ReactNode;
};

export function ComparedFields({ comparison, view, page, kept = {}, ...list }: ComparedFieldsProps) {
  const { changed, shown, language } = comparison;
  const at = (offset: number) => pathWith(page, { ...kept, offset: offset > 0 ? String(offset) : null });
  const last = view.offset + shown.length;
  return (
    <ContentLanguage value={language}>
      <div className="flex flex-col gap-6">
        {view.path !== null ? (
          <p>
            <TextLink href={at(view.offset)}>All changes</TextLink>
          </p>
        ) : null}
        <ChangeList
          {...list}
          changes={shown}
          show={({ path, label }) => (
            <TextLink
              href={pathWith(page, { ...kept, offset: view.offset > 0 ? String(view.offset) : null, field: path })}
            >
              Show<span className="sr-only"> {label}</span>
            </TextLink>
          )}
        />
        {view.path === null && changed.length > COMPARED_FIELDS ? (
          <Pagination
            label="Pages of the comparison"
            previousHref={view.offset > 0 ? at(view.offset - COMPARED_FIELDS) : null}
            nextHref={last < changed.length ? at(view.offset + COMPARED_FIELDS) : null}
            summary={shown.length > 0 ? `Fields ${view.offset + 1} to ${last} of ${changed.length}` : null}
          />
        ) : null}
      </div>
    </ContentLanguage>
  );
}
