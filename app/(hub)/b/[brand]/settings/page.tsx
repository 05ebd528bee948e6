import type { Metadata } from "next";
import { ROLE_LABEL } from "@/components/members/roles";
import { QuotaList } from "@/components/quotas/quota-list";
import {
  ApprovalsChoice,
  ArchiveBrand,
  NamesForm,
  PublicPageSwitch,
  TransferBrand,
} from "@/components/settings/settings-forms";
import { RequirementSwitch } from "@/components/two-factor/requirement-switch";
import { Card, Section } from "@/components/ui/card";
import { ContentText } from "@/components/ui/content-text";
import { PageHeader } from "@/components/ui/page-header";
import { SearchField } from "@/components/ui/search-field";
import { type DescriptionItem, DescriptionList, Details, TextLink } from "@/components/ui/text";
import { can, daysText, type Retention } from "@/lib/access";
import { listMembers } from "@/lib/access/server";
import type { TwoFactorCounts } from "@/lib/brands";
import { countMembersWithTwoFactor, readBrandQuotas } from "@/lib/brands/server";
import { env } from "@/lib/platform/config/env";
import { countApprovers } from "@/lib/publishing/server";
import { brandPage } from "@/lib/web/auth/current-user";
import { single } from "../../../page-query";
import type { BrandPageProps } from "../page-input";
import { archive, rename, requireApprovals, requireTwoFactor, switchPublicPage, transfer } from "./actions";

export const metadata: Metadata = { title: "Settings" };

/** Members that the transfer lists without a search. */
const MAX_HEIRS = 100;

function withoutText(counts: TwoFactorCounts | null): string {
  if (!counts) return "";
  const { members, without } = counts;
  if (without === 0) return "Every member has a passkey or an authenticator app.";
  return `${without} of ${members} members ${without === 1 ? "has" : "have"} no passkey or authenticator app.`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function retentionOf({ addressesDays, auditDays, brandDeletionDays, ...kept }: Retention) {
  const { eventsDays, deliveriesDays, payloadsDays, usageDays } = kept;
  const payloads = capital(daysText(payloadsDays));
  return [
    { term: "Versions and files", value: "Until the brand is deleted" },
    { term: "Activity", value: capital(daysText(auditDays)) },
    { term: "IP addresses in activity", value: capital(daysText(addressesDays)) },
    { term: "Used and expired invitations", value: capital(daysText(addressesDays)) },
    { term: "Events", value: capital(daysText(eventsDays)) },
    { term: "Finished deliveries", value: capital(daysText(deliveriesDays)) },
    { term: "Event payloads", value: payloads },
    {
      term: "Delivery bodies and responses",
      value: payloadsDays === 0 ? "Until the brand is deleted" : `${payloads} after the delivery finishes`,
    },
    { term: "Usage", value: capital(daysText(usageDays)) },
    {
      term: "Brand after deletion is requested",
      value: brandDeletionDays === 0 ? "Deleted at once" : capital(daysText(brandDeletionDays)),
    },
  ];
}

export default async function SettingsPage({ params, searchParams }: BrandPageProps) {
  const { ctx, access } = await brandPage((await params).brand, "/settings");
  const { brand, role, userId } = access;
  const search = single((await searchParams).heir)?.trim() ?? "";
  const [{ entries, next }, quotas, twoStep, approvers] = await Promise.all([
    listMembers(ctx, { brandId: brand.id, limit: MAX_HEIRS, search }),
    readBrandQuotas(ctx, { brandId: brand.id }),
    can(role, "own") ? countMembersWithTwoFactor(ctx, { brandId: brand.id }) : null,
    countApprovers(ctx, { brandId: brand.id }),
  ]);
  const heirs = entries
    .filter((member) => member.userId !== userId)
    .map(({ userId, name, email }) => ({ userId, name, email }));
  const path = `/b/${brand.slug}/settings`;
  const [canManage, canOwn] = [can(role, "manage"), can(role, "own")];
  const url = `${env.HUB_BASE_URL}/p/${brand.slug}`;
  const link = (
    <TextLink href={url} external>
      {url}
    </TextLink>
  );
  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title="Settings"
        description={
          canOwn
            ? null
            : `${canManage ? "Only owners can change the other settings." : "Only owners and admins can change settings."} Your role: ${ROLE_LABEL[role]}.`
        }
      />
      <div className="flex flex-col gap-12">
        <Section split title="Name and address" description="Saving publishes a new version immediately.">
          {canManage ? (
            <NamesForm rename={rename.bind(null, brand.id)} name={brand.name} slug={brand.slug} />
          ) : (
            <Stated
              items={[
                { term: "Name", value: <ContentText>{brand.name}</ContentText> },
                { term: "Address", value: brand.slug },
              ]}
            />
          )}
        </Section>
        <Section
          split
          title="Public page"
          description="Anyone with the link can view the published version and download its logos and assets. Earlier versions are public too. Font files are not included."
        >
          {canManage ? (
            <PublicPageSwitch setPublic={switchPublicPage.bind(null, brand.id)} on={brand.publicPage} url={url} />
          ) : (
            <Stated items={[{ term: "Public page", value: brand.publicPage ? link : "Off" }]} />
          )}
        </Section>
        <Section
          split
          id="approvals"
          title="Approvals"
          description="Approvals needed to publish or schedule a draft. Name and address changes don’t need any."
        >
          {canOwn ? (
            <ApprovalsChoice
              set={requireApprovals.bind(null, brand.id)}
              required={brand.approvalsRequired}
              approvers={approvers}
            />
          ) : (
            <Stated items={[{ term: "Required approvals", value: brand.approvalsRequired || "None" }]} />
          )}
        </Section>
        <Section
          split
          title="Two-factor authentication"
          description="Applies to members, their session tokens and sign-in to tools."
        >
          {canOwn ? (
            <RequirementSwitch
              require={requireTwoFactor.bind(null, brand.id)}
              on={brand.membersNeedTwoFactor}
              label="Require two-factor authentication for members"
              hint="Use a passkey, an authenticator app or single sign-on."
              effect={`${withoutText(twoStep)} Members signed in without a second factor can’t open this brand until they confirm with one or set one up.`}
              reason={null}
            />
          ) : (
            <Stated
              items={[{ term: "For members", value: brand.membersNeedTwoFactor ? "Required" : "Not required" }]}
            />
          )}
        </Section>
        {canOwn ? (
          <Section split title="Ownership" description="The new owner gets full control. You become an admin.">
            <div className="flex flex-col gap-4">
              {search || next ? (
                <SearchField
                  action={path}
                  name="heir"
                  label="Search members"
                  placeholder="Name or email"
                  value={search}
                  clearHref={path}
                />
              ) : null}
              <TransferBrand
                transfer={transfer.bind(null, brand.id)}
                heirs={heirs}
                nobody={search ? `No other member matches “${search}”.` : "This brand has no other members."}
                brandName={brand.name}
              />
            </div>
          </Section>
        ) : null}
        {quotas.length > 0 ? (
          <Section split title="Limits" description="Ask your administrator to raise a limit.">
            <QuotaList quotas={quotas} />
          </Section>
        ) : null}
        <Section split title="Data retention" description="Set by your administrator for all brands.">
          <Card>
            <Details summary="Show how long data is kept">
              <DescriptionList items={retentionOf(ctx.retention)} />
            </Details>
          </Card>
        </Section>
        {canOwn ? (
          <Section split title="Archive">
            <ArchiveBrand archive={archive.bind(null, brand.id)} name={brand.name} />
          </Section>
        ) : null}
      </div>
    </div>
  );
}

/** Settings of people who can't change them. */
const Stated = ({ items }: { items: readonly DescriptionItem[] }) => (
  <Card>
    <DescriptionList items={items} />
  </Card>
);
