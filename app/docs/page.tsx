import { ArrowRight, LogIn, Package, Webhook } from "lucide-react";
import { Section } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { TextLink } from "@/components/ui/text";
import { aboutPage, guide } from "@/lib/api/docs/server";
import { env } from "@/lib/platform/config/env";

const DOORS = [
  [Package, "/docs/quickstart#read-a-bundle", "Read a bundle", "Fetch a brand’s complete data in one request."],
  [Webhook, "/docs/quickstart#receive-a-webhook", "Receive a webhook", "Get a signed request on every publish."],
  [LogIn, "/docs/federation", "Sign users in", "Let hub users open your tool without another password."],
] as const;

export default async function GuideStart() {
  const pages = await guide(env.HUB_BASE_URL);
  return (
    <div className="max-w-5xl">
      <PageHeader title="Documentation" description="Read brands, receive changes and report events from your tool." />
      <ul className="mt-6 grid gap-4 md:grid-cols-3">
        {DOORS.map(([Icon, href, title, text]) => (
          <li key={href}>
            <Link
              href={href}
              className="group flex h-full flex-col rounded-2xl border border-line bg-surface p-6 transition-colors hover:border-line-strong hover:bg-hover"
            >
              <span className="mb-8 flex items-start justify-between text-muted">
                <Icon aria-hidden="true" className="size-6 text-ink" strokeWidth={1.5} />
                <ArrowRight aria-hidden="true" className="size-4 transition-transform group-hover:translate-x-0.5" />
              </span>
              <span className="font-semibold text-[1.0625rem] tracking-[-0.01em]">{title}</span>
              <span className="mt-1 text-muted">{text}</span>
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
                  <p className="mt-0.5 text-muted">{aboutPage(page).split(/(?<=\.) /, 1)}</p>
                </li>
              ))}
          </ul>
        </Section>
      ))}
    </div>
  );
}
