import type { Metadata } from "next";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { TextLink } from "@/components/ui/text";
import { guide, searchGuide } from "@/lib/api/docs/server";
import { env } from "@/lib/platform/config/env";
import { counted } from "@/lib/platform/text";

export const metadata: Metadata = { title: "Search", robots: { index: false } };

const LONGEST_QUERY = 200;

export default async function SearchPage({ searchParams }: { searchParams: Promise<{ q?: string | string[] }> }) {
  const { q } = await searchParams;
  const query = (typeof q === "string" ? q : "").slice(0, LONGEST_QUERY).trim();
  const found = searchGuide(await guide(env.HUB_BASE_URL), query);
  return (
    <>
      <PageHeader
        title={query ? `Search: ${query}` : "Search"}
        description={found.length > 0 ? counted(found.length, "section") : undefined}
      />
      {found.length === 0 ? (
        <EmptyState title={query ? "No results" : "Enter search words"}>
          Results contain every word. Try fewer or shorter words.
        </EmptyState>
      ) : (
        <ol className="mt-6 flex max-w-3xl flex-col gap-5">
          {found.map(({ page, pageTitle, section, excerpt }) => (
            <li key={`${page} ${section?.id}`}>
              <TextLink href={`/docs/${page}${section ? `#${section.id}` : ""}`}>
                {section ? section.title : pageTitle}
              </TextLink>
              <p className="text-[0.8125rem] text-muted">{pageTitle}</p>
              <p className="wrap-anywhere mt-1">{excerpt}</p>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
