import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { GuidePart } from "@/components/guide/part";
import { PageHeader } from "@/components/ui/page-header";
import { TextLink } from "@/components/ui/text-link";
import { env } from "@/lib/config/env";
import { aboutPage, guide, type Part } from "@/lib/docs/server";

type GuidePageProps = { params: Promise<{ page: string }> };

async function pageOf({ params }: GuidePageProps) {
  const { page: id } = await params;
  const page = (await guide()).find((known) => known.id === id);
  if (!page) notFound();
  return page;
}

export async function generateMetadata(props: GuidePageProps): Promise<Metadata> {
  const page = await pageOf(props);
  const url = `${env.HUB_BASE_URL}/docs/${page.id}`;
  return {
    title: page.title,
    description: aboutPage(page),
    alternates: { canonical: url, types: { "text/markdown": `${url}.md` } },
  };
}

/** Tables and code are named by the section that they stand in, and numbered from the second on. */
function Parts({ parts, section }: { parts: readonly Part[]; section: string }) {
  const numbered: Partial<Record<Part["kind"], number>> = {};
  return [...parts.entries()].map(([key, part]) => {
    const number = (numbered[part.kind] ?? 0) + 1;
    numbered[part.kind] = number;
    return <GuidePart key={key} part={part} name={number > 1 ? `${section} (${number})` : section} />;
  });
}

export default async function GuidePage(props: GuidePageProps) {
  const { id, title, lead, sections } = await pageOf(props);
  return (
    <article className="flex max-w-3xl flex-col gap-4">
      <PageHeader title={title} />
      {sections.length > 2 ? (
        <nav aria-label="On this page" className="rounded-lg border border-line bg-surface px-4 py-3 text-[0.875rem]">
          <ul className="columns-1 gap-6 sm:columns-2">
            {sections.map((section) => (
              <li key={section.id}>
                <TextLink href={`#${section.id}`} quiet className="inline-block py-1">
                  {section.title}
                </TextLink>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      <Parts parts={lead} section={title} />
      {sections.map((section) => (
        <section key={section.id} aria-labelledby={section.id} className="flex flex-col gap-4 pt-6">
          <h2 id={section.id} className="scroll-mt-6 font-semibold text-[1.25rem] leading-7 tracking-[-0.01em]">
            {section.title}
          </h2>
          <Parts parts={section.parts} section={section.title} />
        </section>
      ))}
      <p className="pt-8 text-[0.8125rem] text-muted">
        <TextLink href={`/docs/${id}.md`} prefetch={false}>
          This page as Markdown
        </TextLink>
      </p>
    </article>
  );
}
