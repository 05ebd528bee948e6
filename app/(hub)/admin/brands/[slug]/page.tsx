import type { Metadata } from "next";
import { HubBrandButtons } from "@/components/admin/hub-brand-buttons";
import { HubBrandState } from "@/components/admin/hub-brand-table";
import { QuotaList } from "@/components/quotas/quota-list";
import { ToolStatus } from "@/components/tools/tool-status";
import { Badge, Card, Section } from "@/components/ui/card";
import { ContentText } from "@/components/ui/content-text";
import { TimeAgo } from "@/components/ui/moment";
import { Breadcrumbs, PageHeader } from "@/components/ui/page-header";
import { Code, DescriptionList, TextLink } from "@/components/ui/text";
import type { HubBrandDetails } from "@/lib/brands";
import { getBrandOfHub } from "@/lib/brands/server";
import { foundOr404 } from "../../../page-query";
import { adminPage } from "../../admin-page";
import { archive, restore } from "../actions";

export const metadata: Metadata = { title: "Brand" };

export default async function AdminBrandPage({ params }: { params: Promise<{ slug: string }> }) {
  const ctx = await adminPage();
  const brand = await foundOr404(getBrandOfHub(ctx, { slug: (await params).slug }));
  const { id, name, slug, version, publishedAt, memberCount, archivedAt, deletionDueAt, quotas } = brand;
  const beingDeleted = deletionDueAt !== null && deletionDueAt <= ctx.now;
  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        above={<Breadcrumbs items={[{ label: "Brands", href: "/admin/brands" }]} />}
        title={<ContentText className="block">{name}</ContentText>}
        badges={<HubBrandState brand={brand} now={ctx.now} />}
        description={<Code>{slug}</Code>}
        actions={
          beingDeleted ? null : (
            <HubBrandButtons
              brand={{ id, name, archived: archivedAt !== null, deletionScheduled: deletionDueAt !== null }}
              archive={archive}
              restore={restore}
            />
          )
        }
      />
      <Section split title="Details">
        <Card>
          <DescriptionList
            items={[
              {
                term: "Version",
                value: (
                  <>
                    {version.toLocaleString("en")}, published <TimeAgo value={publishedAt} now={ctx.now} />
                  </>
                ),
              },
              { term: "Owners", value: <Owners {...brand} /> },
              { term: "Members", value: memberCount.toLocaleString("en") },
              { term: "Tools", value: <Tools {...brand} /> },
            ]}
          />
        </Card>
      </Section>
      {quotas.length > 0 ? (
        <Section split title="Quotas">
          <QuotaList quotas={quotas} />
        </Section>
      ) : null}
    </div>
  );
}

function Owners({ owners }: Pick<HubBrandDetails, "owners">) {
  if (owners.length === 0) return "None";
  return (
    <ul className="flex flex-col gap-1">
      {owners.map(({ id, name, email, deactivatedAt }) => (
        <li key={id}>
          <TextLink href={`/admin/people?q=${encodeURIComponent(email)}`} quiet>
            {name}
          </TextLink>{" "}
          <span className="text-muted">{email}</span> {deactivatedAt ? <Badge tone="warning">Deactivated</Badge> : null}
        </li>
      ))}
    </ul>
  );
}

function Tools({ slug, tools, archivedAt }: Pick<HubBrandDetails, "slug" | "tools" | "archivedAt">) {
  return (
    <>
      {tools.length > 0 ? (
        <ul className="flex flex-col gap-1">
          {tools.map((tool) => (
            <li key={tool.slug} className="flex flex-wrap items-center gap-2">
              <TextLink href={`/admin/tools/${tool.slug}`} quiet>
                {tool.name}
              </TextLink>
              <ToolStatus status={tool.status} />
            </li>
          ))}
        </ul>
      ) : (
        <p>None</p>
      )}
      {archivedAt ? null : (
        <p className="mt-1">
          <TextLink href={`/admin/entitlements?q=${slug}`}>Manage access</TextLink>
        </p>
      )}
    </>
  );
}
