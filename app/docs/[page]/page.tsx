import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { GuidePart } from "@/components/guide/part";
import { PageHeader } from "@/components/ui/page-header";
import { cx } from "@/components/ui/styles";
import { TextLink } from "@/components/ui/text-link";
import { aboutPage, guide, type Part } from "@/lib/api/docs/server";
import { env } from "@/lib/platform/config/env";

type GuidePageProps = { params: Promise<{ page: string }> };

async function pageOf({ params }: GuidePageProps) {
  const { page: id } = await params;
  const page = (await guide(env.HUB_BASE_URL)).find((known) => known.id === id);
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

/** Names tables and code after their section, with a number from the second on. */
function Parts({ parts, section }: { parts: readonly Part[]; section: string }) {
  const numbered: Partial<Record<Part["kind"], number>> = {};
  return [...parts.entries()].map(([key, part]) => {
    const number = (numbered[part.kind] ?? 0) + 1;
    numbered[part.kind] = number;
    return <GuidePart key={key} part={part} name={number > 1 ? `${section} (${number})` : section} />;
  });
}

const WIDE_SECTION = "min-[85rem]:grid min-[85rem]:grid-cols-[minmax(0,1fr)_27rem] min-[85rem]:gap-8";
const WIDE_EXAMPLES =
  "min-[85rem]:sticky min-[85rem]:top-6 min-[85rem]:max-h-[calc(100dvh-3rem)] min-[85rem]:self-start min-[85rem]:overflow-y-auto";

function splitExamples(parts: readonly Part[]): [words: readonly Part[], examples: readonly Part[]] {
  const isExample = (part: Part) => part.kind === "heading" && part.title.startsWith("Example");
  const at = parts[0]?.kind === "request" ? parts.findIndex(isExample) : -1;
  return at < 0 ? [parts, []] : [parts.slice(0, at), parts.slice(at)];
}

export default async function GuidePage(props: GuidePageProps) {
  const { id, title, lead, sections } = await pageOf(props);
  const isWide = sections.some(({ parts }) => splitExamples(parts)[1].length > 0);
  return (
    <article className={isWide ? undefined : "xl:grid xl:grid-cols-[minmax(0,48rem)_13rem] xl:gap-x-10"}>
      <PageHeader title={title} />
      {sections.length > 2 ? (
        <nav
          aria-label="On this page"
          className={cx(
            "mt-4 rounded-lg border border-line bg-surface px-4 py-3 text-[0.875rem]",
            !isWide && "xl:col-start-2 xl:row-span-2 xl:row-start-1 xl:mt-0 xl:border-0 xl:bg-transparent xl:p-0",
          )}
        >
          <div className={isWide ? undefined : "xl:sticky xl:top-6 xl:max-h-[calc(100dvh-3rem)] xl:overflow-y-auto"}>
            <p className="pb-1 font-medium text-[0.8125rem]">On this page</p>
            <ul className={cx("columns-1 gap-6 sm:columns-2", !isWide && "xl:columns-1")}>
              {sections.map((section) => (
                <li key={section.id}>
                  <TextLink href={`#${section.id}`} quiet className="wrap-anywhere inline-block py-1">
                    {section.title}
                  </TextLink>
                </li>
              ))}
            </ul>
          </div>
        </nav>
      ) : null}
      <div className={cx("flex min-w-0 flex-col gap-4 pt-4", !isWide && "max-w-3xl xl:col-start-1")}>
        <Parts parts={lead} section={title} />
        {sections.map((section) => {
          const [words, examples] = splitExamples(section.parts);
          return (
            <section key={section.id} aria-labelledby={section.id} className="flex flex-col gap-4 pt-6">
              <h2 id={section.id} className="scroll-mt-6 font-semibold text-[1.25rem] leading-7 tracking-[-0.01em]">
                {section.title}
              </h2>
              <div className={cx("flex flex-col gap-4", isWide && WIDE_SECTION)}>
                <div className="flex min-w-0 flex-col gap-4">
                  <Parts parts={words} section={section.title} />
                </div>
                <div className={cx("flex min-w-0 flex-col gap-4 empty:hidden", isWide && WIDE_EXAMPLES)}>
                  <Parts parts={examples} section={section.title} />
                </div>
              </div>
            </section>
          );
        })}
        <p className="pt-8 text-[0.8125rem] text-muted">
          <TextLink href={`/docs/${id}.md`} prefetch={false}>
            This page as Markdown
          </TextLink>
        </p>
      </div>
    </article>
  );
}
