import Link from "next/link";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { TextLink } from "@/components/ui/text-link";
import { aboutPage, guide } from "@/lib/api/docs/server";
import { env } from "@/lib/platform/config/env";

const DOORS = [
  ["/docs/quickstart#read-a-bundle", "Read a bundle", "Fetch a brand’s complete data in one request."],
  ["/docs/quickstart#receive-a-webhook", "Receive a webhook", "Get a signed request on every publish."],
  ["/docs/federation", "Sign users in", "Let hub users open your tool without another password."],
] as const;

export default async function GuideStart() {
  const pages = await guide(env.HUB_BASE_URL);
  return (
    <div className="max-w-5xl">
      <PageHeader title="Documentation" description="Read brands, receive changes and report events from your tool." />
      <ul className="mt-6 grid gap-4 md:grid-cols-3">
        {DOORS.map(([href, title, text]) => (
          <li key={href}>
            <Link
              href={href}
              className="block h-full rounded-xl border border-line bg-surface p-5 transition-colors hover:bg-hover"
            >
              <span className="font-semibold text-base">{title}</span>
              <span className="mt-1 block text-muted">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
      {[...new Set(pages.map(({ group }) => group))].map((name) => (
        <Section key={name} title={name} className="mt-10">
          <ul className="grid gap-x-10 gap-y-4 sm:grid-cols-2">
            {pages
              .filter(({ group }) => group === name)
              .map((page) => (
                <li key={page.id}>
                  <TextLink href={`/docs/${page.id}`}>{page.title}</TextLink>
                  <p className="mt-0.5 text-muted">{aboutPage(page).split(/(?<=[.:]) /, 1)}</p>
                </li>
              ))}
          </ul>
        </Section>
      ))}
    </div>
  );
}
