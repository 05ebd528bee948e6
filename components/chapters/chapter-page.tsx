"use client";

import type { ReactNode } from "react";
import { useDraftValue } from "@/components/draft/draft-provider";
import { HistoryButtons } from "@/components/draft/publish-bar";
import type { useEditHistory } from "@/components/draft/use-edit-history";
import { MixedText } from "@/components/ui/content-text";
import { EmptyState, Notice } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { PageStyle } from "@/components/ui/page-style";
import { LiveRegion } from "@/components/ui/skip-link";
import { cx } from "@/components/ui/styles";
import { BRAND_PAGE, CHAPTER, type ChapterSection, widthOf } from "./chapter";
import { SectionBlock } from "./section-block";
import { type SectionPlace, useSections } from "./use-sections";

type ChapterPageProps = {
  title: string;
  description: string;
  places: readonly SectionPlace[];
  sections: readonly (ChapterSection & { fields: ReactNode })[];
  rules: string;
  history: Omit<ReturnType<typeof useEditHistory>, "edit">;
  warnings: readonly { text: string; action?: ReactNode }[];
  children?: ReactNode;
};

/** A chapter of the brand's draft in its own theme. Editors open its sections in place. */
export function ChapterPage(props: ChapterPageProps) {
  const { title, description, places, sections, rules, history, warnings, children } = props;
  const state = useSections(places);
  const reason = useDraftValue(({ state: { reason } }) => reason);
  const shown = sections.filter(({ reading }) => state.canEdit || reading !== null);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={title}
        description={description}
        actions={state.canEdit ? <HistoryButtons {...history} reason={reason} /> : null}
      />
      <LiveRegion message={history.announcement} />
      {state.canEdit && warnings.length > 0 ? (
        <Notice tone="warning" title="Check before publishing">
          <ul className="flex flex-col gap-1">
            {warnings.map(({ text, action }) => (
              <li key={text} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span>
                  <MixedText>{text}</MixedText>
                </span>
                {action}
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {shown.length === 0 ? (
        <EmptyState framed title={`No ${title.toLowerCase()} yet`} />
      ) : (
        <article className={cx(BRAND_PAGE, "px-4 py-5 sm:px-8")}>
          <PageStyle rules={rules} />
          <div className={CHAPTER}>
            {shown.map((section) => (
              <SectionBlock
                key={section.id}
                level={2}
                section={section}
                state={state}
                reading={section.reading}
                fields={section.fields}
                className={widthOf(section.share ?? 1, section.reading === null)}
              />
            ))}
          </div>
        </article>
      )}
      {children}
    </div>
  );
}
