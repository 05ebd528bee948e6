import type { ReactNode } from "react";
import icon from "@/app/icon.svg";
import { Link } from "@/components/ui/link";
import { SearchField } from "@/components/ui/search-field";
import { Details, TextLink } from "@/components/ui/text";
import { type GuideLink, GuideNav } from "./guide-nav";

const TAKE_ALONG = [
  ["/api/public/v1/docs/api.pdf", "All pages as PDF"],
  ["/api/public/v1/docs/openapi.json", "OpenAPI 3.1"],
  ["/api.postman_collection.json", "Postman and Bruno collection"],
  ["/contract-kit.tar.gz", "Contract kit for TypeScript"],
  ["/contract/brand-identity-hub-python.tar.gz", "Contract kit for Python"],
  ["/llms.txt", "llms.txt"],
] as const;

/** The frame of the docs. Readers need no account, so links into the hub load a fresh page. */
export function GuideShell({ pages, children }: { pages: readonly GuideLink[]; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-[112rem] px-5 sm:px-8">
      <header className="flex flex-wrap items-center gap-x-6 gap-y-3 border-line border-b py-4">
        <Link href="/docs" className="flex items-center gap-2.5 rounded-sm font-semibold">
          {/* biome-ignore lint/performance/noImgElement: Next's own only adds script, since its optimiser is off */}
          <img src={icon.src} alt="" width={24} height={24} />
          Brand Identity Hub docs
        </Link>
        <SearchField action="/docs/search" label="Search the docs" className="ml-auto w-full sm:w-64" />
        <a href="/" className="rounded-sm underline underline-offset-3 max-sm:hidden">
          Open hub
        </a>
      </header>
      <div className="lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-10">
        <nav aria-label="Documentation" className="py-6 text-[0.875rem] max-lg:hidden">
          <div className="sticky top-6 max-h-[calc(100dvh-3rem)] overflow-y-auto">
            <GuideNav pages={pages} />
          </div>
        </nav>
        <nav aria-label="Documentation, collapsed" className="pt-4 lg:hidden">
          <Details summary="All pages">
            <GuideNav pages={pages} />
          </Details>
        </nav>
        <main id="content" tabIndex={-1} className="min-w-0 py-8">
          {children}
        </main>
      </div>
      <footer className="flex flex-wrap gap-x-6 gap-y-2 border-line border-t py-6 text-[0.8125rem] text-muted">
        {TAKE_ALONG.map(([href, title]) => (
          <TextLink key={href} href={href} prefetch={false}>
            {title}
          </TextLink>
        ))}
      </footer>
    </div>
  );
}
