import { Search } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ToolCredentials } from "@/components/admin/credentials/tool-credentials";
import { Grants } from "@/components/admin/grants";
import { ResumeWebhooks } from "@/components/admin/hub-brand-buttons";
import { SetupLinkSection } from "@/components/admin/setup-links/setup-link-section";
import { EditToolForm, ToolBudgetForm } from "@/components/admin/tool-forms";
import { ToolBrandTable } from "@/components/admin/tool-tables";
import { ToolStatus } from "@/components/tools/tool-status";
import { pathWith } from "@/components/ui/browser";
import { Card, Section } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { Breadcrumbs, PageHeader } from "@/components/ui/page-header";
import { CursorPages } from "@/components/ui/pagination";
import { Code, LinkButton } from "@/components/ui/text";
import {
  countTurnedOffByHub,
  findTool,
  listSetupLinks,
  listToolBrands,
  listToolCredentials,
  readPauses,
} from "@/lib/integrations/server";
import { toolSecrets } from "@/lib/platform/config/tool-secrets";
import { foundOr404, oneOf, type SearchProps, single } from "../../../page-query";
import { edit, grant, resumeWebhooks, revoke, setBudget, tryUrl } from "../../actions";
import { adminPage } from "../../admin-page";
import { issueCredential, makeLink, revokeCredential, rotateCredential, withdrawLink } from "./actions";

export const metadata: Metadata = { title: "Tool" };

const SHOWN = [
  { value: "", label: "With access" },
  { value: "no", label: "Without access" },
  { value: "all", label: "All brands" },
];

const NONE = { yes: "No brand has access yet", no: "Every brand has access", all: "No brands yet" };

type AdminToolPageProps = SearchProps & { params: Promise<{ slug: string }> };

export default async function AdminToolPage({ params, searchParams }: AdminToolPageProps) {
  const ctx = await adminPage();
  const tool = await findTool(ctx, { slug: (await params).slug });
  if (!tool) notFound();
  const query = await searchParams;
  const shown = oneOf(query.brands, ["yes", "no", "all"] as const) ?? "yes";
  const [search, after] = [single(query.q) ?? "", single(query.after)];
  const entitled = shown === "all" ? undefined : shown === "yes";
  const { entries, next } = await foundOr404(listToolBrands(ctx, { toolSlug: tool.slug, search, entitled, after }));
  const [pauseOf, credentials] = [await readPauses(ctx), await listToolCredentials(ctx, { toolSlug: tool.slug })];
  const offByHub = await countTurnedOffByHub(ctx, { toolSlug: tool.slug });
  const environment = toolSecrets(tool.slug);
  const active = credentials.filter(({ state }) => state === "active" || state === "ending");
  const hasAppToken = environment.appToken.count > 0 || active.some(({ kind }) => kind === "app_token");
  const path = `/admin/tools/${tool.slug}`;
  const kept = { brands: shown === "yes" ? null : shown, q: search };
  const { createdAt: _createdAt, budgetPerMinute, budgetConcurrent, ...values } = tool;
  const { perMinute, concurrent } = ctx.budgets;
  return (
    <Grants actions={{ grant, revoke }}>
      <div className="flex flex-col gap-8">
        <PageHeader
          above={<Breadcrumbs items={[{ label: "Tools", href: "/admin/tools" }]} />}
          title={tool.name}
          badges={<ToolStatus status={tool.status} />}
          description={<Code>{tool.slug}</Code>}
        />
        <Section
          title="Credentials"
          description="Two of each can be active at once, so the tool can switch without downtime."
        >
          <ToolCredentials
            tool={{ slug: tool.slug, name: tool.name }}
            credentials={credentials}
            environment={environment}
            seals={ctx.secrets.encryption.length > 0}
            actions={{
              issue: issueCredential.bind(null, tool.slug),
              rotate: rotateCredential.bind(null, tool.slug),
              revoke: revokeCredential.bind(null, tool.slug),
            }}
            baseUrl={ctx.baseUrl}
            now={ctx.now}
          />
        </Section>
        <Section split title="Details">
          <EditToolForm save={edit.bind(null, tool.slug)} tool={values} hasAppToken={hasAppToken} tryUrl={tryUrl} />
        </Section>
        <Section
          split
          title="Request limits"
          description="Requests across all brands. Above the limit, the hub answers 429. Changes apply within 5 seconds."
        >
          <ToolBudgetForm
            save={setBudget.bind(null, tool.slug)}
            own={{ perMinute: budgetPerMinute, concurrent: budgetConcurrent }}
            hub={{ perMinute, concurrent }}
          />
        </Section>
        <SetupLinkSection
          toolName={tool.name}
          hasCredentials={active.length > 0}
          links={await listSetupLinks(ctx, { toolSlug: tool.slug })}
          now={ctx.now}
          actions={{ make: makeLink.bind(null, tool.slug), withdraw: withdrawLink.bind(null, tool.slug) }}
        />
        <Section id="brands" title="Brands">
          <div className="flex flex-col gap-4">
            {offByHub > 0 ? <ResumeWebhooks brands={offByHub} resume={resumeWebhooks.bind(null, tool.slug)} /> : null}
            <FilterBar
              path={path}
              label="Filter brands"
              params={kept}
              search={{ placeholder: "Name or slug" }}
              choices={[{ name: "brands", label: "Brands", options: SHOWN }]}
            />
            <Card flush>
              {entries.length > 0 ? (
                <ToolBrandTable tool={tool} pause={pauseOf(tool)} brands={entries} now={ctx.now} />
              ) : (
                <EmptyState
                  icon={<Search />}
                  level={3}
                  title={search ? "No matching brands" : NONE[shown]}
                  action={
                    shown === "yes" ? (
                      <LinkButton href={pathWith(path, { brands: "no", q: search })} scroll={false}>
                        Show brands without access
                      </LinkButton>
                    ) : undefined
                  }
                />
              )}
            </Card>
            <CursorPages label="Brand pages" path={path} kept={kept} after={after} next={next} />
          </div>
        </Section>
      </div>
    </Grants>
  );
}
