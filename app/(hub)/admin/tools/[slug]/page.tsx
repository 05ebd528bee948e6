import { Search } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ToolCredentials } from "@/components/admin/credentials/tool-credentials";
import { Grants } from "@/components/admin/grants";
import { HandOverSection } from "@/components/admin/hand-overs/hand-over-section";
import { ResumeWebhooks } from "@/components/admin/resume-webhooks";
import { EditToolForm, ToolBudgetForm } from "@/components/admin/tool-forms";
import { ToolBrandTable } from "@/components/admin/tool-tables";
import { ToolStatus } from "@/components/tools/tool-status";
import { pathWith } from "@/components/ui/browser";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { FilterBar } from "@/components/ui/filter-bar";
import { LinkButton } from "@/components/ui/link-button";
import { Breadcrumbs, PageHeader } from "@/components/ui/page-header";
import { CursorPages } from "@/components/ui/pagination";
import { SearchInput } from "@/components/ui/search-field";
import { Section } from "@/components/ui/section";
import { Select } from "@/components/ui/select";
import {
  countOffByHub,
  findTool,
  listHandOvers,
  listToolBrands,
  listToolCredentials,
  readHolds,
} from "@/lib/integrations/server";
import { toolSecrets } from "@/lib/platform/config/tool-secrets";
import { foundOr404, oneOf, type SearchProps, single } from "../../../page-query";
import { edit, grant, resumeWebhooks, revoke, setBudget, tryUrl } from "../../actions";
import { adminPage } from "../../admin-page";
import { issueCredential, revokeCredential, rotateCredential } from "./credential-actions";
import { makeLink, withdrawLink } from "./hand-over-actions";

export const metadata: Metadata = { title: "Tool" };

const SHOWN = [
  { value: "yes", label: "That may use it" },
  { value: "no", label: "That may not" },
  { value: "all", label: "All" },
];

const NONE = { yes: "No brand may use it yet", no: "Every brand may use it", all: "There is no brand yet" };

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
  const [holdOf, credentials] = [await readHolds(ctx), await listToolCredentials(ctx, { toolSlug: tool.slug })];
  const offByHub = await countOffByHub(ctx, { toolSlug: tool.slug });
  const environment = toolSecrets(tool.slug);
  const inForce = credentials.filter(({ state }) => state === "in_force" || state === "ending");
  const hasAppToken = environment.appToken.count > 0 || inForce.some(({ kind }) => kind === "app_token");
  const path = `/admin/tools/${tool.slug}`;
  const kept = { brands: shown === "yes" ? null : shown, q: search };
  const { createdAt: _createdAt, budgetPerMinute, budgetConcurrent, ...values } = tool;
  const { perMinute, concurrent } = ctx.budgets;
  return (
    <Grants actions={{ grant, revoke }}>
      <div className="flex flex-col gap-8">
        <PageHeader
          above={<Breadcrumbs items={[{ label: "Tools of the hub", href: "/admin/tools" }]} />}
          title={tool.name}
          badges={<ToolStatus status={tool.status} />}
          description={<code className="font-mono text-[0.8125rem]">{tool.slug}</code>}
        />
        <Section
          title="Credentials"
          description="The tool calls the hub with an app token; the hub signs with a secret what it sends to the tool. Two of each may be in force, so that the tool changes over whenever it likes."
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
        <Section split title="Details" description="What brand teams see of it, and where the hub reaches it.">
          <EditToolForm save={edit.bind(null, tool.slug)} tool={values} hasAppToken={hasAppToken} tryUrl={tryUrl} />
        </Section>
        <Section
          split
          title="Request budget"
          description="How many requests the tool may send, over all brands. What is over it is answered 429. A change holds within five seconds."
        >
          <ToolBudgetForm
            save={setBudget.bind(null, tool.slug)}
            own={{ perMinute: budgetPerMinute, concurrent: budgetConcurrent }}
            hub={{ perMinute, concurrent }}
          />
        </Section>
        <HandOverSection
          toolName={tool.name}
          hasCredentials={inForce.length > 0}
          links={await listHandOvers(ctx, { toolSlug: tool.slug })}
          now={ctx.now}
          actions={{ make: makeLink.bind(null, tool.slug), withdraw: withdrawLink.bind(null, tool.slug) }}
        />
        <Section id="brands" title="Brands">
          <div className="flex flex-col gap-4">
            {offByHub > 0 ? <ResumeWebhooks brands={offByHub} resume={resumeWebhooks.bind(null, tool.slug)} /> : null}
            <FilterBar action={path} label="Filter brands" filtered={Boolean(search) || shown !== "yes"}>
              <Field label="Search">
                <SearchInput name="q" defaultValue={search} placeholder="Name or slug" />
              </Field>
              <Field label="Show brands">
                <Select name="brands" defaultValue={shown} options={SHOWN} />
              </Field>
            </FilterBar>
            <Card flush>
              {entries.length > 0 ? (
                <ToolBrandTable tool={tool} hold={holdOf(tool)} brands={entries} now={ctx.now} />
              ) : (
                <EmptyState
                  icon={<Search />}
                  level={3}
                  title={search ? "No brand matches" : NONE[shown]}
                  action={
                    shown === "yes" ? (
                      <LinkButton href={pathWith(path, { brands: "no", q: search })} scroll={false}>
                        Show those that may not
                      </LinkButton>
                    ) : undefined
                  }
                >
                  {shown === "yes" && !search ? "Choose one among those that may not, and tick it." : null}
                </EmptyState>
              )}
            </Card>
            <CursorPages label="Pages of brands" path={path} kept={kept} after={after} next={next} />
          </div>
        </Section>
      </div>
    </Grants>
  );
}
