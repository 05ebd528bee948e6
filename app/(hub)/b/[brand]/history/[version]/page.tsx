import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { ChapterCard } from "@/components/chapters/chapter";
import { foundationSections } from "@/components/chapters/foundations-chapter";
import { EXAMPLE_PX, imagerySections } from "@/components/chapters/imagery-chapter";
import { logoSections, PublicAssets, ruleTextOf } from "@/components/chapters/public-logos";
import { PublicPalette } from "@/components/chapters/public-palette";
import { typographySections } from "@/components/chapters/typography-chapter";
import { RestoreButton } from "@/components/history/restore-button";
import { VersionFiles } from "@/components/history/version-files";
import { VersionProof } from "@/components/history/version-proof";
import { IdentityCard, readIdentity } from "@/components/identity/identity-card";
import { Badge, Section } from "@/components/ui/card";
import { WithChapters } from "@/components/ui/chapters";
import { ContentLanguage, ContentText } from "@/components/ui/content-text";
import { EmptyState, Notice } from "@/components/ui/empty-state";
import { TimeAgo } from "@/components/ui/moment";
import { Breadcrumbs, PageHeader } from "@/components/ui/page-header";
import { LinkButton, TextLink } from "@/components/ui/text";
import { can } from "@/lib/access";
import { defaultBackground, fileNameFor, groupByCollection, hasPicture, identityOf, languageOf } from "@/lib/content";
import { signFilePath, signFiles, signThumbnail } from "@/lib/content/server";
import { NotFound } from "@/lib/platform/errors";
import { tellerOf } from "@/lib/platform/output-text";
import { findVersion, getVersion } from "@/lib/publishing/server";
import { lookRules, viewsOfLook } from "@/lib/rendering";
import { FORMATS } from "@/lib/rendering/server";
import { brandPage } from "@/lib/web/auth/current-user";
import { oneOf, type SearchProps, versionNumber } from "../../../../page-query";
import { versionUrl } from "../../page-input";
import { draftVersionAction, restoreVersionAction } from "../actions";

type VersionPageProps = { params: Promise<{ brand: string; version: string }> } & SearchProps;

const PARTS = {
  identity: "Identity",
  palette: "Palette",
  typography: "Typography",
  foundations: "Foundations",
  imagery: "Imagery",
  logos: "Logos",
  assets: "Assets",
  formats: "Formats and proof",
} as const;
type Part = keyof typeof PARTS;

/** Parts shown in the version's own theme. */
const LOOKS: ReadonlySet<Part> = new Set(["identity", "typography", "foundations", "imagery", "logos"]);

export async function generateMetadata({ params }: VersionPageProps): Promise<Metadata> {
  return { title: `Version ${(await params).version}` };
}

/** Shows one part at a time: a whole version can be too large for a page. */
export default async function VersionPage({ params, searchParams }: VersionPageProps) {
  const part = oneOf((await searchParams).part, Object.keys(PARTS) as Part[]) ?? "identity";
  const { brand: brandSlug, version: text } = await params;
  const version = versionNumber(text);
  if (version === undefined) notFound();
  const { ctx, access } = await brandPage(brandSlug, `/history/${version}`);
  const { id, slug, identityVersion: live, approvalsRequired: approvals, publicPage } = access.brand;
  const found = await getVersion(ctx, { brandId: id, version }).catch((error: unknown) => {
    if (error instanceof NotFound) notFound();
    throw error;
  });
  const { isCut, tell } = tellerOf({ ...found.snapshot, identity: null }, { entries: 60 });
  const snapshot = { ...tell(found.snapshot), identity: found.snapshot.identity };
  const { brand, colors, logos, assets, foundations } = snapshot;
  const identity = identityOf(found.snapshot);
  const base = `/b/${slug}/history`;
  const views = LOOKS.has(part) ? viewsOfLook(found.snapshot).slice(0, 200) : [];
  const signed = await signFiles(ctx, { brandId: id, views });
  const look = () => lookRules(found.snapshot, urlOf, "within");
  const urlOf = (view: string) => signed[view]?.path ?? null;
  const record = part === "formats" ? await findVersion(ctx, { brandId: id, version }) : null;
  const url = versionUrl(access.brand, version);
  const shown: Record<Part, () => ReactNode> = {
    identity: () => <IdentityCard name={brand.name} document={snapshot} urlOf={urlOf} />,
    palette: () => PublicPalette({ colors, tell }) ?? <EmptyState framed title="No colours" />,
    typography: () => (
      <ChapterCard
        rules={look()}
        sections={typographySections({ ...snapshot, identity, name: brand.name })}
        empty="No typography"
      />
    ),
    foundations: () => <ChapterCard rules={look()} sections={foundationSections(foundations)} empty="No foundations" />,
    imagery: () => (
      <ChapterCard
        rules={look()}
        sections={imagerySections(snapshot, (file) => signThumbnail(ctx, { brandId: id, file, px: EXAMPLE_PX }))}
        empty="No imagery"
      />
    ),
    logos: () => (
      <ChapterCard
        rules={look()}
        sections={logoSections({
          rules: logos.rules,
          logos: logos.items.map((item) => ({
            item,
            ground: defaultBackground(item, colors.palette),
            ruleText: ruleTextOf(item, colors.palette),
            src: signThumbnail(ctx, { brandId: id, file: item.file, px: 320 }),
          })),
        })}
        empty="No logos"
      />
    ),
    assets: () =>
      PublicAssets({
        groups: groupByCollection(assets).map((group) => ({
          name: group.name,
          assets: group.assets.map((asset) => ({
            asset,
            src: hasPicture(asset.file) ? signThumbnail(ctx, { brandId: id, file: asset.file, px: 320 }) : null,
            downloadHref: signFilePath(ctx, { brandId: id, sha256: asset.file.sha256 }).path,
            fileName: fileNameFor(`${brand.name} ${asset.name}`, asset.file.mime),
          })),
        })),
      }) ?? <EmptyState framed title="No assets" />,
    formats: () => (
      <div className="flex flex-col gap-8">
        <VersionFiles
          base={`${base}/${version}`}
          urls={{ whole: publicPage ? `${url}.json` : url, of: url }}
          isPublic={publicPage}
          formats={Object.entries(FORMATS).map(([name, { label }]) => ({ name, label }))}
        />
        {record ? (
          <Section
            title="Proof"
            description="The hub signed this digest when it published the version. Your browser can check that nothing has changed since."
          >
            <VersionProof
              version={version}
              href={`${base}/${version}/version.json`}
              sha256={record.sha256}
              proof={record.proof}
            />
          </Section>
        ) : null}
      </div>
    ),
  };
  const chapters = Object.entries(PARTS).flatMap(([key, title]) => {
    const href = key === "identity" ? `${base}/${version}` : `${base}/${version}?part=${key}`;
    const page = { id: `part-${key}`, title, page: { href, current: key === part } };
    const within = key === part && key === "identity" ? readIdentity(snapshot).flatMap(({ sections }) => sections) : [];
    return [page, ...within.map(({ id: anchor, title: called }) => ({ id: anchor, title: called, sub: true }))];
  });
  return (
    <ContentLanguage value={languageOf(identity) ?? null}>
      <div className="flex flex-col gap-6">
        <PageHeader
          above={<Breadcrumbs items={[{ label: "History", href: base }]} />}
          title={`Version ${version}`}
          badges={version === live ? <Badge tone="success">Live</Badge> : null}
          description={
            <>
              {found.author ?? "The hub"}, <TimeAgo value={found.createdAt} now={ctx.now} />
              {found.restoredFrom ? `, restored from version ${found.restoredFrom}` : ""}
            </>
          }
          actions={
            version === live ? null : (
              <>
                <LinkButton href={`${base}?from=${version}&to=${live}`}>Compare with live</LinkButton>
                {can(access.role, "edit") ? (
                  <RestoreButton
                    brandId={id}
                    version={version}
                    liveVersion={live}
                    restore={restoreVersionAction}
                    toDraft={approvals > 0 ? { base: `/b/${slug}/identity`, bring: draftVersionAction } : null}
                  />
                ) : null}
              </>
            )
          }
        />
        {found.note ? (
          <Notice title="Note">
            <ContentText as="p" className="whitespace-pre-wrap">
              {found.note}
            </ContentText>
          </Notice>
        ) : null}
        <WithChapters side="right" barClass="top-0 max-lg:top-[3.3125rem]" chapters={chapters}>
          <div className="flex flex-col gap-6">
            {isCut && part !== "formats" ? (
              <Notice>
                Long texts and lists are shortened here.{" "}
                <TextLink href={`${base}/${version}?part=formats`}>Files</TextLink> have them in full.
              </Notice>
            ) : null}
            {shown[part]()}
          </div>
        </WithChapters>
      </div>
    </ContentLanguage>
  );
}
