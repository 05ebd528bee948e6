import Link from "next/link";
import { PageHeader } from "@/components/ui/page-header";
import { aboutPage, guide } from "@/lib/docs/server";

/** Where the documentation begins. */
export default async function GuideStart() {
  const pages = await guide();
  return (
    <>
      <PageHeader
        title="Documentation"
        description="How a tool or a service reads a brand’s identity, hears of its changes, and tells what happened."
      />
      <ul className="mt-6 grid gap-4 sm:grid-cols-2">
        {pages.map((page) => (
          <li key={page.id}>
            <Link
              href={`/docs/${page.id}`}
              className="block h-full rounded-xl border border-line bg-surface p-4 transition-colors hover:bg-hover"
            >
              <span className="font-medium">{page.title}</span>
              <span className="mt-1 line-clamp-3 text-muted">{aboutPage(page)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
