import { Search } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Grants } from "@/components/admin/grants";
import { SecretList } from "@/components/admin/secret-state";
import { ToolBrandTable } from "@/components/admin/tool-brand-table";
import { ToolForm } from "@/components/admin/tool-form";
import { ToolStatus } from "@/components/tools/tool-status";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { FilterBar } from "@/components/ui/filter-bar";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { CursorPages } from "@/components/ui/pagination";
import { pathWith } from "@/components/ui/path-with";
import { SearchInput } from "@/components/ui/search-field";
import { Section } from "@/components/ui/section";
import { Select } from "@/components/ui/select";
import { toolSecrets } from "@/lib/config/tool-secrets";
import { holdReason } from "@/lib/deliveries";
import { findTool, listToolBrands } from "@/lib/tools/server";
import { foundOr404, oneOf, type SearchProps, single } from "../../../page-query";
import { edit, grant, revoke } from "../../actions";
import { adminPage } from "../../admin-page";

export const metadata: Metadata = { title: "Tool" };

const SHOWN = [
  { value: "yes", label: "That may use it" },
  { value: "no", label: "That may not" },
  { value: "all", label: "All" },
];

const NONE = { yes: "No brand may use it yet", no: "Every brand may use it", all: "There is no brand yet" };

type AdminToolPageProps = SearchProps & { params: Promise<{ slug: string }> };

/** One tool: what the hub knows of it, its secrets, and the brands that may use it. */
export default async function AdminToolPage({ params, searchParams }: AdminToolPageProps) {
  const ctx = await adminPage();
  const tool = await findTool(ctx, { slug: (await params).slug });
  if (!tool) notFound();
  const query = await searchParams;
  const shown = oneOf(query.brands, ["yes", "no", "all"] as const) ?? "yes";
  const [search, after] = [single(query.q) ?? "", single(query.after)];
  const entitled = shown === "all" ? undefined : shown === "yes";
  const { entries, next } = await foundOr404(listToolBrands(ctx, { toolSlug: tool.slug, search, entitled, after }));
  const path = `/admin/tools/${tool.slug}`;
  const kept = { brands: shown === "yes" ? null : shown, q: search };
  const { createdAt: _createdAt, ...values } = tool;
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
          split
          title="Secrets"
          description="The hub reads them from its environment when it starts, and shows them to nobody. At least 32 characters each: “openssl rand -base64 32” makes one. Set them, give the tool its copies, and restart the hub. Two with a comma between while rotating, the new one first."
        >
          <Card>
            <SecretList secrets={toolSecrets(tool.slug)} />
          </Card>
        </Section>
        <Section split title="Details" description="What brand teams see of it, and where the hub reaches it.">
          <ToolForm save={edit.bind(null, tool.slug)} tool={values} />
        </Section>
        <Section title="Brands">
          <div className="flex flex-col gap-4">
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
                <ToolBrandTable tool={tool} hold={holdReason(ctx, tool)} brands={entries} now={ctx.now} />
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
