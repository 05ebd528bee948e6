import type { Metadata } from "next";
import { QuotaList } from "@/components/quotas/quota-list";
import { ApprovalsChoice } from "@/components/settings/approvals-choice";
import { ArchiveBrand, TransferBrand } from "@/components/settings/archive-brand";
import { NamesForm } from "@/components/settings/names-form";
import { PublicPageSwitch } from "@/components/settings/public-page-switch";
import { RetentionList } from "@/components/settings/retention-list";
import { RequirementSwitch } from "@/components/two-step/requirement-switch";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { SearchField } from "@/components/ui/search-field";
import { Section } from "@/components/ui/section";
import { may } from "@/lib/access";
import { listMembers } from "@/lib/access/server";
import type { TwoStepOfMembers } from "@/lib/brands";
import { countTwoStepOfMembers, readBrandQuotas } from "@/lib/brands/server";
import { env } from "@/lib/platform/config/env";
import { countApprovers } from "@/lib/publishing/server";
import { brandPage } from "@/lib/web/auth/brand-page";
import { single } from "../../../page-query";
import type { BrandPageProps } from "../page-input";
import { archive, rename, requireApprovals, requireTwoStep, switchPublicPage, transfer } from "./actions";

export const metadata: Metadata = { title: "Settings" };

/** Members that the transfer offers at once; others are found by a search. */
const HEIRS = 100;

function withoutText(counted: TwoStepOfMembers | null): string {
  if (!counted) return "";
  const { members, without } = counted;
  if (without === 0) return "Every member has a passkey or an authenticator app.";
  return `${without} of ${members} members ${without === 1 ? "has" : "have"} neither passkey nor authenticator app.`;
}

export default async function SettingsPage({ params, searchParams }: BrandPageProps) {
  const { ctx, access } = await brandPage((await params).brand, "/settings");
  const { brand, role, userId } = access;
  const search = single((await searchParams).heir)?.trim() ?? "";
  const [{ entries, next }, quotas, twoStep, approvers] = await Promise.all([
    listMembers(ctx, { brandId: brand.id, limit: HEIRS, search }),
    readBrandQuotas(ctx, { brandId: brand.id }),
    may(role, "own") ? countTwoStepOfMembers(ctx, { brandId: brand.id }) : null,
    countApprovers(ctx, { brandId: brand.id }),
  ]);
  const heirs = entries
    .filter((member) => member.userId !== userId)
    .map(({ userId, name, email }) => ({ userId, name, email }));
  const path = `/b/${brand.slug}/settings`;
  const manageReason = may(role, "manage") ? null : `Only owners and admins may change settings; you are its ${role}.`;
  const ownReason = may(role, "own") ? null : `Only owners may do this; you are its ${role}.`;
  return (
    <div className="flex flex-col gap-8">
      <PageHeader title="Settings" description="Name, slug and sharing, and who this brand belongs to." />
      <div className="flex flex-col gap-12">
        <Section
          split
          title="Name and slug"
          description="Both are part of the bundle: a change is published at once, as a new version."
        >
          <NamesForm rename={rename.bind(null, brand.id)} name={brand.name} slug={brand.slug} reason={manageReason} />
        </Section>
        <Section
          split
          title="Public page"
          description="All of the published version but its font files, for anybody who has the link: logos, palette, type, voice, character and assets, which can be downloaded."
        >
          <PublicPageSwitch
            setPublic={switchPublicPage.bind(null, brand.id)}
            on={brand.publicPage}
            url={`${env.HUB_BASE_URL}/p/${brand.slug}`}
            reason={manageReason}
          />
        </Section>
        <Section
          split
          id="approvals"
          title="Approvals"
          description="How many people approve a draft before it is published, for whoever publishes it, also by a schedule. Name and slug need none."
        >
          <ApprovalsChoice
            set={requireApprovals.bind(null, brand.id)}
            required={brand.approvalsRequired}
            approvers={approvers}
            reason={ownReason}
          />
        </Section>
        <Section
          split
          title="Two-step sign-in"
          description="For members in the hub, their session tokens and their way on to tools. API keys and tools go on as they are."
        >
          <RequirementSwitch
            require={requireTwoStep.bind(null, brand.id)}
            on={brand.twoStepOfMembers}
            label="Require two-step sign-in of members"
            hint="By a passkey, a code of an authenticator app, or the company’s own sign-in."
            effect={`${withoutText(twoStep)} Whoever signed in without a second step gets none of this brand’s pages until they have confirmed with one, or set one up.`}
            reason={ownReason}
          />
        </Section>
        <Section
          split
          title="Ownership"
          description="The new owner gets every right over the brand; you stay on as an admin."
        >
          <div className="flex flex-col gap-4">
            {search || next ? (
              <SearchField
                className="w-full sm:w-72"
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
              nobody={search ? `No other member matches “${search}”.` : "There is no other member to give it to."}
              brandName={brand.name}
              reason={ownReason}
            />
          </div>
        </Section>
        {quotas.length > 0 ? (
          <Section
            split
            title="Limits"
            description="What this brand uses of what it may have. Whoever runs this hub can raise a limit."
          >
            <QuotaList quotas={quotas} />
          </Section>
        ) : null}
        <Section split title="How long this hub keeps things" description="Set by whoever runs it, for all brands.">
          <Card>
            <RetentionList retention={ctx.retention} />
          </Card>
        </Section>
        <Section split title="Archive" description="For a brand that has come to its end.">
          <ArchiveBrand archive={archive.bind(null, brand.id)} name={brand.name} reason={ownReason} />
        </Section>
      </div>
    </div>
  );
}
