import { Children, Fragment, type ReactNode } from "react";
import { uniqueKeys, words } from "@/components/diff/value-text";
import { Section } from "@/components/ui/card";
import { ContentText } from "@/components/ui/content-text";
import { EmptyState } from "@/components/ui/empty-state";
import { PageStyle } from "@/components/ui/page-style";
import { cx } from "@/components/ui/styles";
import type { SectionPlace } from "./use-sections";

/** How a text reads. Null without content. */
export type Reading = ReactNode | null;

export const READING = "brand-type @container text-sm leading-normal";

export const SECTIONS = "flex flex-wrap gap-x-10 gap-y-3 pb-2 sm:gap-y-5";

/** The same for sections that a page shows without a group. */
export const CHAPTER = "flex flex-wrap gap-x-10 gap-y-8 pb-2";

export const BRAND_PAGE = "brand-look overflow-clip rounded-2xl border border-line bg-canvas text-ink";

const SHARES = { 1: "", 2: "md:basis-[calc(50%-1.25rem)]", 3: "md:basis-[calc(33.3%-1.7rem)]" } as const;
export type Share = keyof typeof SHARES;

/** Width classes of one of `share` sections in a row. An empty one is a small invitation to fill it. */
export function widthOf(share: Share, empty: boolean): string {
  if (empty) return "grow basis-full rounded-xl border border-line border-dashed p-4 sm:basis-64";
  return cx("grow basis-full", SHARES[share]);
}

export interface ReadableSection {
  id: string;
  title: string;
  /** How many such sections share a row on wide screens. */
  share?: Share;
  reading: Reading;
}

/** A section of a brand's chapter: how it reads and what it edits. */
export type ChapterSection = ReadableSection & SectionPlace & { description: string };

export function Readings({ sections, level = 3 }: { sections: readonly ReadableSection[]; level?: 2 | 3 }) {
  const Heading = `h${level}` as const;
  return (
    <div className={level === 2 ? CHAPTER : SECTIONS}>
      {sections.map(({ id, title, share = 1, reading }) =>
        reading === null ? null : (
          <section
            key={id}
            id={id}
            tabIndex={-1}
            aria-label={title}
            className={cx("brand-type min-w-0 scroll-mt-8", widthOf(share, false))}
          >
            <Heading className="mb-2 font-semibold text-lg leading-snug">{title}</Heading>
            <div className={READING}>{reading}</div>
          </section>
        ),
      )}
    </div>
  );
}

type ChapterCardProps = { rules: string; sections: readonly ReadableSection[]; empty: string };

export function ChapterCard({ rules, sections, empty }: ChapterCardProps) {
  if (sections.every(({ reading }) => reading === null)) return <EmptyState framed title={empty} />;
  return (
    <article className={cx(BRAND_PAGE, "px-4 py-5 sm:px-8")}>
      <PageStyle rules={rules} />
      <Readings sections={sections} level={2} />
    </article>
  );
}

type PublicChapterProps = { id: string; title: string; sections: readonly ReadableSection[] };

/** A chapter of the public page, which has the brand's theme. Renders nothing without content. */
export function PublicChapter({ id, title, sections }: PublicChapterProps) {
  if (sections.every(({ reading }) => reading === null)) return null;
  return (
    <Section large id={id} title={title}>
      <Readings sections={sections} />
    </Section>
  );
}

function arranged(className: string, readings: readonly Reading[]): Reading {
  const filled = readings.filter((reading) => reading !== null);
  if (filled.length === 0) return null;
  return <div className={className}>{Children.toArray(filled)}</div>;
}

export const together = (...readings: readonly Reading[]) => arranged("flex flex-col gap-4", readings);

export const columnsOf = (...readings: readonly Reading[]) =>
  arranged("grid gap-x-8 gap-y-3 @lg:grid-flow-col @lg:auto-cols-fr", readings);

export function titled(title: ReactNode, reading: Reading): Reading {
  if (reading === null) return null;
  return (
    <div className="min-w-0">
      <p className="mb-1 font-medium text-[0.8125rem] text-muted">{title}</p>
      {reading}
    </div>
  );
}

export function textBlock(text: string | undefined, lang?: string): Reading {
  if (!text) return null;
  return (
    <ContentText as="p" lang={lang} className="max-w-prose whitespace-pre-wrap wrap-anywhere rtl:ml-auto">
      {text}
    </ContentText>
  );
}

export function statementBlock(text: string | undefined): Reading {
  if (!text) return null;
  return (
    <ContentText
      as="p"
      className="whitespace-pre-wrap text-pretty font-heading font-medium text-lg leading-snug @md:text-xl wrap-anywhere"
    >
      {text}
    </ContentText>
  );
}

export function factBlock(entries: readonly [name: string, value: ReactNode][]): Reading {
  const known = entries.filter(([, value]) => value);
  if (known.length === 0) return null;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5">
      {known.map(([name, value]) => (
        <Fragment key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="wrap-anywhere">
            {typeof value === "string" ? <ContentText className="block">{value}</ContentText> : value}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

export type NamedEntry = { name: string | undefined; text: string | undefined; kind?: string; lang?: string };

export function namedBlock(entries: readonly NamedEntry[] | undefined): Reading {
  if (!entries?.length) return null;
  const keys = uniqueKeys(entries.map(({ name }) => name ?? ""));
  return (
    <dl className="flex flex-col gap-2.5">
      {entries.map(({ name, text, kind, lang }, index) => (
        <div key={keys[index]}>
          <dt className="font-medium wrap-anywhere">
            {name ? <ContentText className={kind ? undefined : "block"}>{name}</ContentText> : "Unnamed"}
            {kind ? <span className="ml-2 font-normal text-muted">{words(kind)}</span> : null}
          </dt>
          <dd className="whitespace-pre-wrap text-muted wrap-anywhere">
            <ContentText lang={lang} className="block">
              {text}
            </ContentText>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const DASH = <span aria-hidden="true" className="mt-[0.6em] h-0.5 w-2.5 shrink-0 bg-accent" />;

export function listBlock(items: readonly string[] | undefined, mark: ReactNode = DASH): Reading {
  if (!items?.length) return null;
  const keys = uniqueKeys(items);
  return (
    <ul className="flex flex-col gap-1.5">
      {items.map((item, index) => (
        <ContentText as="li" key={keys[index]} className="flex gap-2.5 wrap-anywhere">
          {mark}
          <ContentText className="min-w-0 grow">{item}</ContentText>
        </ContentText>
      ))}
    </ul>
  );
}
