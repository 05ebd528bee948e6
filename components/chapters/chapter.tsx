import { EmptyState } from "@/components/ui/empty-state";
import { PageStyle } from "@/components/ui/page-style";
import { Section } from "@/components/ui/section";
import { cx } from "@/components/ui/styles";
import type { Reading } from "./read-blocks";
import type { SectionPlace } from "./use-sections";

export const READING = "brand-type @container text-sm leading-normal";

export const SECTIONS = "flex flex-wrap gap-x-10 gap-y-3 pb-2 sm:gap-y-5";

/** The same for sections that are a page's own: nothing groups them. */
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
  /** Null without content. */
  reading: Reading;
}

/** A section of a brand's chapter: how it reads and what it edits. */
export type ChapterSection = ReadableSection & SectionPlace & { description: string };

/** Sections to read, without the empty ones. */
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

/** A chapter of a version, in that version's look. */
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

/** A chapter of the public page, which is in the brand's look as a whole. Nothing without content. */
export function PublicChapter({ id, title, sections }: PublicChapterProps) {
  if (sections.every(({ reading }) => reading === null)) return null;
  return (
    <Section large id={id} title={title}>
      <Readings sections={sections} />
    </Section>
  );
}
