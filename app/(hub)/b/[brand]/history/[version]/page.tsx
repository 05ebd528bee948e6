import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { RestoreButton } from "@/components/history/restore-button";
import { SnapshotFiles } from "@/components/history/snapshot-files";
import { SnapshotPalette } from "@/components/history/snapshot-palette";
import { logoRulesInWords, SnapshotFoundations, SnapshotStated } from "@/components/history/snapshot-stated";
import { IdentityCard } from "@/components/identity/identity-card";
import { IdentityJson } from "@/components/identity/identity-json";
import { viewsOfLook } from "@/components/identity/views-of-look";
import { Badge } from "@/components/ui/badge";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { ContentLanguage, ContentText } from "@/components/ui/content-text";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { Tabs } from "@/components/ui/tabs";
import { TimeAgo } from "@/components/ui/time-ago";
import { hasPicture } from "@/lib/assets";
import { signFiles, signThumbnail } from "@/lib/assets/server";
import { brandPage } from "@/lib/auth/brand-page";
import { type FileRef, languageOf } from "@/lib/brand-document";
import { statedInWords } from "@/lib/identity";
import { getVersion } from "@/lib/identity/server";
import { NotFound } from "@/lib/kernel/errors";
import { isolated } from "@/lib/kernel/isolated";
import { may } from "@/lib/members";
import { identityOf, typographyInWords } from "@/lib/typography";
import { versionNumber } from "../../../../page-query";
import { draftVersionAction, restoreVersionAction } from "../actions";

type VersionPageProps = { params: Promise<{ brand: string; version: string }> };

export async function generateMetadata({ params }: VersionPageProps): Promise<Metadata> {
  return { title: `Version ${(await params).version}` };
}

/** One published version as it was. */
export default async function VersionPage({ params }: VersionPageProps) {
  const { brand: brandSlug, version: text } = await params;
  const version = versionNumber(text);
  if (version === undefined) notFound();
  const { ctx, access } = await brandPage(brandSlug, `/history/${version}`);
  const { id, slug, identityVersion: live, approvalsRequired: approvals } = access.brand;
  const found = await getVersion(ctx, { brandId: id, version }).catch((error: unknown) => {
    if (error instanceof NotFound) notFound();
    throw error;
  });
  const { brand, colors, logos, assets, typography, foundations, imagery, legal } = found.snapshot;
  const { fonts, styles } = typographyInWords(typography, isolated);
  const identity = identityOf(found.snapshot);
  const rules = logoRulesInWords(found.snapshot);
  const base = `/b/${slug}/history`;
  const signed = await signFiles(ctx, { brandId: id, views: viewsOfLook(found.snapshot).slice(0, 200) });
  const picture = (file: FileRef) => (hasPicture(file) ? signThumbnail(ctx, { brandId: id, file, px: 160 }) : null);
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
              {found.restoredFrom ? `, brought back version ${found.restoredFrom}` : ""}
            </>
          }
          actions={
            version === live ? null : (
              <>
                <LinkButton href={`${base}?from=${version}&to=${live}`}>Compare with live</LinkButton>
                <RestoreButton
                  brandId={id}
                  version={version}
                  liveVersion={live}
                  restore={restoreVersionAction}
                  toDraft={approvals > 0 ? { base: `/b/${slug}/identity`, bring: draftVersionAction } : null}
                  disabledReason={may(access.role, "edit") ? null : "Viewers cannot publish"}
                />
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
        <Tabs
          label="Parts of the version"
          items={[
            {
              value: "identity",
              label: "Identity",
              content: (
                <IdentityCard
                  name={brand.name}
                  document={found.snapshot}
                  urlOf={(view) => signed[view]?.path ?? null}
                />
              ),
            },
            { value: "palette", label: "Palette", content: <SnapshotPalette colors={colors} /> },
            {
              value: "typography",
              label: "Typography",
              content: (
                <SnapshotStated
                  namedBy="people"
                  empty="No typography"
                  parts={[
                    { title: "Typefaces", lines: [], entries: fonts },
                    { title: "Text styles", lines: [], entries: styles },
                  ]}
                />
              ),
            },
            {
              value: "foundations",
              label: "Foundations",
              content: <SnapshotFoundations foundations={foundations} />,
            },
            {
              value: "imagery",
              label: "Imagery and legal",
              content: (
                <SnapshotStated
                  namedBy="hub"
                  empty="Nothing on imagery, and no legal texts"
                  parts={statedInWords({ imagery, assets, legal })}
                />
              ),
            },
            {
              value: "logos",
              label: "Logos",
              content: (
                <div className="flex flex-col gap-8">
                  <SnapshotFiles
                    empty="No logos"
                    files={logos.items.map(({ id: logoId, label, variant, background, file }) => ({
                      id: logoId,
                      title: label,
                      kind: variant,
                      background,
                      url: picture(file),
                      file,
                    }))}
                  />
                  {rules.length > 0 ? <SnapshotStated namedBy="people" empty="No rules" parts={rules} /> : null}
                </div>
              ),
            },
            {
              value: "assets",
              label: "Assets",
              content: (
                <SnapshotFiles
                  empty="No assets"
                  files={assets.map(({ id: assetId, name, kind, file }) => ({
                    id: assetId,
                    title: name,
                    kind,
                    background: "any",
                    url: picture(file),
                    file,
                  }))}
                />
              ),
            },
            {
              value: "json",
              label: "JSON",
              content: <IdentityJson label={`identity-${version}.json`} document={{ ...found.snapshot, identity }} />,
            },
          ]}
        />
      </div>
    </ContentLanguage>
  );
}
