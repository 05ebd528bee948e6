"use client";

import { Check, Pencil, Plus } from "lucide-react";
import { type ComponentType, type ReactNode, useEffect, useRef } from "react";
import { useDraftValue, type useEditHistory } from "@/components/draft/draft-provider";
import { HistoryButtons } from "@/components/draft/publish-bar";
import { Button } from "@/components/ui/button";
import { Badge } from "@/components/ui/card";
import { MixedText } from "@/components/ui/content-text";
import { EmptyState, Notice } from "@/components/ui/empty-state";
import { useLate } from "@/components/ui/hooks";
import { anchorOf } from "@/components/ui/link-target";
import { Skeleton } from "@/components/ui/loading";
import { PageHeader } from "@/components/ui/page-header";
import { PageStyle } from "@/components/ui/page-style";
import { LiveRegion } from "@/components/ui/skip-link";
import { cx } from "@/components/ui/styles";
import { focusToType } from "@/components/ui/then-focus";
import { BRAND_PAGE, CHAPTER, type ChapterSection, READING, type Reading, widthOf } from "./chapter";
import { type OpenSections, openerOf, type SectionPlace, useSections } from "./use-sections";

/** The heading, which links can lead to without opening the section. */
export const titleOf = (id: string): string => `about-${id}`;

type SectionBlockProps = {
  section: { id: string; title: string; description: string };
  state: OpenSections;
  reading: Reading;
  fields: ReactNode;
  /** Shown beside the fields. The reading by default, false for fields that are their own preview. */
  preview?: ReactNode | false;
  below?: ReactNode;
  className?: string;
  level?: 2 | 3;
  /** True for sections in the masthead, where the brand's name replaces the title. */
  greeting?: boolean;
  /** True to preview the section on the brand's primary colour. */
  ground?: boolean;
};

/** A section of the brand's page that editors open and close in place. */
export function SectionBlock(props: SectionBlockProps) {
  const { section, state, reading, fields, below, className, level = 3, greeting = false } = props;
  const { id, title, description } = section;
  const { preview = reading ?? <p className="text-muted">Nothing yet.</p> } = props;
  const { address, canEdit, go } = state;
  const editing = state.editing === id;
  const empty = reading === null;
  const Heading = `h${level}` as const;
  const anchor = address.section === id && address.anchor !== id ? address.anchor : null;
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-label={title}
      className={cx(
        "min-w-0 scroll-mt-8",
        editing
          ? "hub-look basis-full rounded-xl border border-line-strong/60 bg-raised p-4 text-ink sm:p-5"
          : !greeting && cx("flex flex-col", className),
      )}
    >
      <div
        className={
          greeting
            ? "absolute top-4 right-5 flex items-center gap-3 sm:right-8 md:top-9"
            : cx("flex min-h-7 items-center justify-between gap-3", level === 2 ? "mb-3" : "mb-1")
        }
      >
        <div className="flex min-w-0 items-center gap-2">
          <div className={cx("min-w-0", !editing && "brand-type")}>
            <Heading
              id={titleOf(id)}
              className={cx("scroll-mt-8 font-semibold", !editing && (greeting ? "sr-only" : "text-lg leading-snug"))}
            >
              {title}
            </Heading>
          </div>
          {state.refused.has(id) && !editing ? <Badge tone="danger">Not saved</Badge> : null}
        </div>
        {editing || !canEdit ? null : (
          <Button
            id={openerOf(id)}
            size="sm"
            variant="ghost"
            icon={empty ? <Plus /> : <Pencil />}
            className="-mr-2.5 text-muted"
            onClick={() => go(id)}
          >
            {empty ? "Add" : "Edit"}
            <span className="sr-only"> {title}</span>
          </Button>
        )}
      </div>
      {editing ? (
        <>
          <p className="mb-4 text-muted">{description}</p>
          <div
            className={cx(
              "grid items-start gap-x-8 gap-y-5",
              preview !== false && "xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]",
            )}
          >
            <div data-fields="" className="min-w-0">
              {fields}
            </div>
            {preview === false ? null : (
              // biome-ignore lint/a11y/useSemanticElements: no form controls to group, and no landmark
              <div
                role="group"
                aria-label={`Preview of ${title}`}
                className="brand-look min-w-0 overflow-clip rounded-lg border border-line text-ink xl:sticky xl:top-8"
              >
                <div className={cx("px-4 py-3", props.ground ? "brand-ground" : "bg-canvas")}>
                  <p className="mb-2 text-[0.8125rem] text-muted">Preview</p>
                  <div className={READING}>{preview}</div>
                </div>
              </div>
            )}
          </div>
          {below}
          <div className="sticky bottom-(--page-bar,0px) z-10 -mx-4 mt-5 -mb-4 rounded-b-xl border-line border-t bg-raised px-4 py-3 sm:-mx-5 sm:-mb-5 sm:px-5">
            <Button icon={<Check />} onClick={() => go(null)}>
              Done
              <span className="sr-only"> with {title}</span>
            </Button>
          </div>
        </>
      ) : (
        <div id={anchor ?? undefined} tabIndex={anchor ? -1 : undefined} className={cx(READING, "grow")}>
          {reading ?? <p className="text-muted">{description}</p>}
        </div>
      )}
    </section>
  );
}

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

/** Focuses the link's target, or the first control, unless something has the focus. */
function focusWithin(box: HTMLElement): void {
  if (document.activeElement !== document.body) return;
  const named = document.getElementById(anchorOf(window.location.hash) ?? "");
  const target = named && box.contains(named) ? named : box.querySelector<HTMLElement>("select, input, textarea");
  focusToType(target);
}

type LatePartProps<Props> = { load: () => Promise<ComponentType<Props>>; props: Props };

/** Section content loaded on open, since most people don't open it. `load` must be a module constant. */
export function LatePart<Props extends object>({ load, props }: LatePartProps<Props>) {
  const { part: Part } = useLate(load, true);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (Part && box.current?.closest("[data-fields]")) focusWithin(box.current);
  }, [Part]);
  return <div ref={box}>{Part ? <Part {...props} /> : <Skeleton className="h-24" />}</div>;
}
