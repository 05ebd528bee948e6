import { AttentionCard } from "@/components/overview/attention-card";
import { BrandGlance } from "@/components/overview/brand-glance";
import { CompletenessCard } from "@/components/overview/completeness-card";
import { DraftNotice } from "@/components/overview/draft-notice";
import { FirstStepsCard } from "@/components/overview/first-steps-card";
import { ToolsCard } from "@/components/overview/tools-card";
import { VersionCard } from "@/components/overview/version-card";
import { Badge } from "@/components/ui/badge";
import { ContentLanguage, ContentText } from "@/components/ui/content-text";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { signThumbnail } from "@/lib/assets/server";
import { brandPage } from "@/lib/auth/brand-page";
import { type BrandDocument, languageOf } from "@/lib/brand-document";
import { pickBrandMark } from "@/lib/brands";
import { may } from "@/lib/members";
import { readOverview } from "@/lib/overview/server";

type OverviewPageProps = { params: Promise<{ brand: string }> };

/** The logo to show large: the whole one for light background, else the most compact. */
function largeLogo({ logos: { items } }: BrandDocument) {
  const whole = items.find(({ variant, file }) => variant === "logo_positive" && file.mime.startsWith("image/"));
  return pickBrandMark(whole ? [whole] : items);
}

/** The brand at a glance: what is live, what is unpublished, missing, failing. */
export default async function OverviewPage({ params }: OverviewPageProps) {
  const { ctx, access } = await brandPage((await params).brand);
  const { brand, role } = access;
  const { now } = ctx;
  const overview = await readOverview(ctx, { brandId: brand.id });
  const { document, draft, steps, version } = overview;
  const base = `/b/${brand.slug}`;
  const logo = largeLogo(document);
  return (
    <ContentLanguage value={languageOf(document.identity.brand.languages)}>
      <div className="flex flex-col gap-6">
        <PageHeader
          title={<ContentText className="block">{brand.name}</ContentText>}
          badges={<Badge>Version {version.version}</Badge>}
          actions={
            <LinkButton href={`${base}/identity`} variant={may(role, "edit") ? "primary" : "secondary"}>
              {may(role, "edit") ? "Edit the identity" : "Read the identity"}
            </LinkButton>
          }
        />
        {draft ? <DraftNotice base={base} draft={draft} now={now} /> : null}
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="flex min-w-0 flex-col gap-6">
            {steps.length > 0 && may(role, "edit") ? <FirstStepsCard base={base} steps={steps} /> : null}
            <CompletenessCard base={base} completeness={overview.completeness} />
            <AttentionCard
              base={base}
              managed={may(role, "manage")}
              contrast={overview.contrast}
              failing={overview.failing}
              tools={overview.tools}
              keys={overview.keys}
              now={now}
            />
            <ToolsCard base={base} tools={overview.tools} version={version.version} now={now} />
          </div>
          <div className="flex min-w-0 flex-col gap-6 max-xl:order-first max-xl:grid max-xl:items-start md:max-xl:grid-cols-2">
            <BrandGlance
              base={base}
              tagline={document.identity.brand.tagline}
              logo={
                logo && {
                  url: signThumbnail(ctx, { brandId: brand.id, file: logo.file, px: 320 }),
                  label: `Logo of ${brand.name}`,
                  background: logo.background,
                }
              }
              palette={document.colors.palette}
            />
            <VersionCard base={base} version={version} now={now} />
          </div>
        </div>
      </div>
    </ContentLanguage>
  );
}
