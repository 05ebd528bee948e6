import { AttentionCard } from "@/components/overview/attention-card";
import { BrandHero } from "@/components/overview/brand-hero";
import { DraftNotice, FirstStepsCard, ReviewNotice } from "@/components/overview/draft-notice";
import { CompletenessCard, ToolsCard, VersionCard } from "@/components/overview/overview-cards";
import { Badge } from "@/components/ui/card";
import { ContentLanguage, ContentText } from "@/components/ui/content-text";
import { PageHeader } from "@/components/ui/page-header";
import { PageStyle } from "@/components/ui/page-style";
import { LinkButton } from "@/components/ui/text";
import { can } from "@/lib/access";
import { pickCover } from "@/lib/brands";
import { readOverview } from "@/lib/brands/server";
import { languageOf, readableInk } from "@/lib/content";
import { signFilePath, signThumbnail } from "@/lib/content/server";
import { documentOf } from "@/lib/publishing";
import { approvalsOf } from "@/lib/publishing/server";
import { lookRules } from "@/lib/rendering";
import { drawingSourceOf } from "@/lib/rendering/server";
import { brandPage } from "@/lib/web/auth/current-user";

export default async function OverviewPage({ params }: { params: Promise<{ brand: string }> }) {
  const { ctx, access } = await brandPage((await params).brand);
  const { brand, role, userId } = access;
  const { now } = ctx;
  const [overview, { review }] = await Promise.all([
    readOverview(ctx, { brandId: brand.id }),
    approvalsOf(ctx, { brandId: brand.id, userId }),
  ]);
  const { draft, steps, version } = overview;
  const base = `/b/${brand.slug}`;
  const canEdit = can(role, "edit");
  const document = documentOf(overview.published);
  const cover = pickCover(document);
  const { tag, outline } = drawingSourceOf(brand.id, brand.name, document);
  return (
    <ContentLanguage value={languageOf(document.identity) ?? null}>
      <PageStyle
        rules={lookRules(document, (sha256) => signFilePath(ctx, { brandId: brand.id, sha256 }).path, "within")}
      />
      <div className="flex flex-col gap-6">
        <PageHeader
          title={<ContentText className="block">{brand.name}</ContentText>}
          badges={<Badge>Version {version.version}</Badge>}
          actions={
            <LinkButton href={`${base}/identity`} variant={canEdit && !draft ? "primary" : "secondary"}>
              {canEdit ? "Edit the identity" : "Read the identity"}
            </LinkButton>
          }
        />
        {draft ? <DraftNotice base={base} draft={draft} version={version.version} now={now} /> : null}
        {review ? <ReviewNotice base={base} review={review} /> : null}
        {steps.length > 0 && canEdit ? <FirstStepsCard base={base} steps={steps} /> : null}
        <BrandHero
          base={base}
          name={brand.name}
          tagline={document.identity.brand.tagline}
          cover={
            cover && {
              src: signThumbnail(ctx, { brandId: brand.id, file: cover.item.file, px: 640 }),
              background: cover.backgroundHex,
              ink: readableInk(cover.backgroundHex),
            }
          }
          colors={document.colors.palette.map(({ id, name, hex }) => ({ id, name, hex, ink: readableInk(hex) }))}
          tag={tag}
          typefaces={outline.typefaces}
          canEdit={canEdit}
        />
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="flex min-w-0 flex-col gap-6">
            <CompletenessCard base={base} completeness={overview.completeness} />
            <AttentionCard
              base={base}
              managed={can(role, "manage")}
              isStarting={steps.length > 0}
              contrast={overview.contrast}
              failing={overview.failing}
              tools={overview.tools}
              keys={overview.keys}
              now={now}
            />
            <ToolsCard base={base} tools={overview.tools} version={version.version} now={now} />
          </div>
          <div className="min-w-0 max-xl:order-first">
            <VersionCard base={base} version={version} now={now} />
          </div>
        </div>
      </div>
    </ContentLanguage>
  );
}
