import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { GuidePart } from "@/components/guide/part";
import { WithChapters } from "@/components/ui/chapters";
import { PageHeader } from "@/components/ui/page-header";
import { cx } from "@/components/ui/styles";
import { TextLink } from "@/components/ui/text";
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

type NamedPart = { part: Part; name: string };

/** Names tables and code after their section, with a number from the second on. */
function named(parts: readonly Part[], section: string): NamedPart[] {
  const numbered: Partial<Record<Part["kind"], number>> = {};
  return parts.map((part) => {
    const number = (numbered[part.kind] ?? 0) + 1;
    numbered[part.kind] = number;
    return { part, name: number > 1 ? `${section} (${number})` : section };
  });
}

/** Text, and the code that it describes. */
type Row = { words: NamedPart[]; code: NamedPart[] };

const isExample = ({ part }: NamedPart) => part.kind === "heading" && part.title.startsWith("Example");

/** An operation's examples belong to its whole text. Elsewhere, code belongs to the text before it. */
function rowsOf(parts: NamedPart[]): Row[] {
  const at = parts[0]?.part.kind === "request" ? parts.findIndex(isExample) : -1;
  if (at >= 0) return [{ words: parts.slice(0, at), code: parts.slice(at) }];
  const rows: Row[] = [];
  for (const part of parts) {
    const last = rows.at(-1);
    const { kind } = part.part;
    if (kind === "samples" && last) last.code.push(part);
    else if (kind !== "heading" && last?.code.length === 0) last.words.push(part);
    else rows.push(kind === "samples" ? { words: [], code: [part] } : { words: [part], code: [] });
  }
  return rows;
}

const BESIDE = {
  operation: "min-[85rem]:grid-cols-[minmax(0,1fr)_25rem]",
  prose: "min-[96rem]:grid-cols-2",
};
const STICKY =
  "min-[85rem]:sticky min-[85rem]:top-6 min-[85rem]:max-h-[calc(100dvh-3rem)] min-[85rem]:self-start min-[85rem]:overflow-y-auto";

const Parts = ({ parts }: { parts: readonly NamedPart[] }) =>
  [...parts.entries()].map(([key, { part, name }]) => <GuidePart key={key} part={part} name={name} />);

function Rows({ parts, section }: { parts: readonly Part[]; section: string }) {
  const kind = parts[0]?.kind === "request" ? "operation" : "prose";
  return [...rowsOf(named(parts, section)).entries()].map(([key, { words, code }]) => (
    <div key={key} className={cx("grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4", BESIDE[kind])}>
      <div className="flex min-w-0 max-w-3xl flex-col gap-4">
        <Parts parts={words} />
      </div>
      {code.length > 0 ? (
        <div className={cx("flex min-w-0 flex-col gap-4", kind === "operation" && STICKY)}>
          <Parts parts={code} />
        </div>
      ) : null}
    </div>
  ));
}

export default async function GuidePage(props: GuidePageProps) {
  const { id, title, lead, sections } = await pageOf(props);
  return (
    <WithChapters chapters={sections.map(({ id, title }) => ({ id, title: title.replaceAll("`", "") }))} side="right">
      <article className="flex flex-col gap-4">
        <PageHeader title={title} />
        <Rows parts={lead} section={title} />
        {sections.map((section) => (
          <section key={section.id} aria-labelledby={section.id} className="flex flex-col gap-4 pt-6">
            <h2
              id={section.id}
              className="scroll-mt-6 font-semibold text-[1.25rem] leading-7 tracking-[-0.01em] @max-4xl:scroll-mt-16"
            >
              {section.title}
            </h2>
            <Rows parts={section.parts} section={section.title} />
          </section>
        ))}
        <p className="pt-8 text-[0.8125rem] text-muted">
          <TextLink href={`/docs/${id}.md`} prefetch={false}>
            This page as Markdown
          </TextLink>
        </p>
      </article>
    </WithChapters>
  );
}
