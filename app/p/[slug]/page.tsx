import type { Metadata } from "next";
import { Fragment } from "react";
import { PublicChapter } from "@/components/chapters/chapter";
import { foundationSections } from "@/components/chapters/foundations-chapter";
import { EXAMPLE_PX, imagerySections } from "@/components/chapters/imagery-chapter";
import { PublicHeader, PublicInUse } from "@/components/chapters/public-header";
import { PublicAssets, PublicLogos, ruleTextOf } from "@/components/chapters/public-logos";
import { PublicLanguages, PublicLegal } from "@/components/chapters/public-named";
import { PublicPalette } from "@/components/chapters/public-palette";
import { PublicCharacter, PublicOffer, PublicVoice } from "@/components/chapters/public-voice";
import { typographySections } from "@/components/chapters/typography-chapter";
import { WithChapters } from "@/components/ui/chapters";
import { ContentLanguage } from "@/components/ui/content-text";
import { Moment } from "@/components/ui/moment";
import { PageStyle } from "@/components/ui/page-style";
import { Pagination } from "@/components/ui/pagination";
import { isShownPublicly, pickBrandMark, pickCover } from "@/lib/brands";
import {
  defaultBackground,
  type FileRef,
  fileNameFor,
  groupByCollection,
  hasPicture,
  languageOf,
  readableInk,
} from "@/lib/content";
import { signFilePath, signThumbnail } from "@/lib/content/server";
import { env } from "@/lib/platform/config/env";
import { tellerOf } from "@/lib/platform/output-text";
import { localesOf, localizeIdentity } from "@/lib/publishing";
import { lookRules } from "@/lib/rendering";
import { documentIn, drawingSourceOf } from "@/lib/rendering/server";
import { anonymousContext } from "@/lib/web/auth/current-user";
import { publicBrand } from "./public-brand";

type PublicPageProps = {
  params: Promise<{ slug: string }>;
  searchParams: Promise<{ lang?: string | string[]; assets?: string | string[] }>;
};

const ASSETS_A_PAGE = 24;
/** Entries of each list of a brand that is too large for a page. */
const ENTRIES = 5;

async function localizedBrand({ params, searchParams }: PublicPageProps) {
  const brand = await publicBrand((await params).slug);
  const { lang } = await searchParams;
  return { brand, ...localizeIdentity(brand.snapshot.identity, typeof lang === "string" ? lang : undefined) };
}

export async function generateMetadata(props: PublicPageProps): Promise<Metadata> {
  const { brand, identity, tag } = await localizedBrand(props);
  const { id, slug, snapshot } = brand;
  const { name } = snapshot.brand;
  const { tagline, description } = identity.brand;
  const mainUrl = `${env.HUB_BASE_URL}/p/${slug}`;
  const url = tag ? `${mainUrl}?lang=${tag}` : mainUrl;
  const image = { url: `${mainUrl}/share-image`, width: 1200, height: 630, alt: name };
  const others = localesOf(identity).map(([one]) => [one, `${mainUrl}?lang=${one}`]);
  const main = languageOf(identity);
  const title = `${name}: logos, colours and voice`;
  const mark = pickBrandMark(snapshot.logos.items);
  const icon = mark && signThumbnail(await anonymousContext(), { brandId: id, file: mark.file, px: 96 });
  const summary = tagline ?? description ?? `The logos, colours and voice of ${name}.`;
  return {
    title: { absolute: title },
    description: summary,
    // Only public pages get this far, and their owners want search engines to find them.
    robots: { index: true, follow: true },
    alternates: {
      canonical: url,
      ...(others.length > 0 && {
        languages: { ...(main && { [main]: mainUrl }), ...Object.fromEntries(others), "x-default": mainUrl },
      }),
    },
    openGraph: { title, description: summary, url, type: "website", siteName: name, images: [image] },
    twitter: { card: "summary_large_image", title, description: summary, images: [image] },
    ...(icon && { icons: { icon } }),
  };
}

export default async function PublicPage(props: PublicPageProps) {
  const { brand: shown, identity, tag: locale, langOf } = await localizedBrand(props);
  const { id, slug, version, publishedAt, snapshot } = shown;
  const { brand } = snapshot;
  const { isCut, tell } = tellerOf({ ...snapshot, identity: null, assets: null }, { entries: ENTRIES });
  const { colors, logos, typography, imagery, legal } = tell(snapshot);
  const groups = groupByCollection(snapshot.assets.filter(isShownPublicly));
  const assets = groups.flatMap((group) => group.assets);
  const assetPages = Math.ceil(assets.length / ASSETS_A_PAGE);
  const assetPage = Math.min(Math.max(1, Math.trunc(Number((await props.searchParams).assets)) || 1), assetPages);
  const firstAsset = (assetPage - 1) * ASSETS_A_PAGE;
  const assetsHref = (page: number) =>
    `/p/${slug}?${new URLSearchParams({ ...(locale && { lang: locale }), assets: String(page) })}#assets`;
  const ctx = await anonymousContext();
  const cover = pickCover(snapshot);
  const srcOf = (file: FileRef, px: number) => signThumbnail(ctx, { brandId: id, file, px });
  const { tag } = drawingSourceOf(id, brand.name, documentIn(snapshot, locale ?? undefined).document);
  const look = lookRules(snapshot, (sha256) => signFilePath(ctx, { brandId: id, sha256 }).path, "page");
  const main = languageOf(identity);
  const chapters = [
    PublicInUse({ base: `/p/${slug}`, tag, name: brand.name, lang: locale }),
    PublicLogos({
      rules: logos.rules,
      logos: logos.items.map((item) => ({
        item,
        ground: defaultBackground(item, colors.palette),
        ruleText: tell(ruleTextOf(item, colors.palette)),
        src: srcOf(item.file, 320),
        downloadHref: `/p/${slug}/logos/${item.id}`,
        fileName: fileNameFor(`${brand.name} ${item.label}`, item.file.mime),
      })),
    }),
    PublicPalette({ colors, tell }),
    PublicChapter({
      id: "typography",
      title: "Typography",
      sections: typographySections({ identity, typography, name: brand.name }),
    }),
    PublicChapter({
      id: "foundations",
      title: "Foundations",
      sections: foundationSections(snapshot.foundations, isCut ? ENTRIES : undefined),
    }),
    PublicVoice({ identity, langOf }),
    PublicCharacter({ identity, langOf }),
    PublicOffer({ brand: identity.brand, langOf }),
    PublicChapter({
      id: "imagery",
      title: "Imagery",
      sections: imagerySections({ imagery, assets: snapshot.assets }, (file) => srcOf(file, EXAMPLE_PX)),
    }),
    PublicAssets({
      pages:
        assetPages > 1 ? (
          <Pagination
            label="Pages of assets"
            summary={`${firstAsset + 1}–${Math.min(firstAsset + ASSETS_A_PAGE, assets.length)} of ${assets.length}`}
            previousHref={assetPage > 1 ? assetsHref(assetPage - 1) : null}
            nextHref={assetPage < assetPages ? assetsHref(assetPage + 1) : null}
          />
        ) : null,
      groups: groupByCollection(assets.slice(firstAsset, firstAsset + ASSETS_A_PAGE)).map((group) => ({
        name: group.name,
        assets: group.assets.map((asset) => ({
          asset,
          src: hasPicture(asset.file) ? srcOf(asset.file, 320) : null,
          downloadHref: `/p/${slug}/assets/${asset.id}`,
          fileName: fileNameFor(`${brand.name} ${asset.name}`, asset.file.mime),
        })),
      })),
    }),
    PublicLegal({ legal }),
  ].filter((chapter) => chapter !== null);
  return (
    <ContentLanguage value={main ?? null}>
      <PageStyle rules={look} />
      <div className="brand-look brand-type min-h-dvh bg-canvas text-ink">
        <main id="content" tabIndex={-1} className="mx-auto w-full max-w-7xl px-5 pt-4 pb-10 sm:px-8 sm:pb-16 lg:pt-10">
          <WithChapters side="left" chapters={chapters.map(({ props: { id, title } }) => ({ id, title }))}>
            <div className="flex flex-col gap-14">
              <PublicLanguages
                href={`/p/${slug}`}
                main={main}
                tags={localesOf(identity).map(([one]) => one)}
                current={locale}
              />
              <PublicHeader
                name={brand.name}
                data={identity.brand}
                langOf={langOf}
                colors={snapshot.colors.palette.map(({ id, name, hex }) => ({ id, name, hex, ink: readableInk(hex) }))}
                bookHref={`/p/${slug}/brand-book${locale ? `?lang=${locale}` : ""}`}
                kitHref={`/p/${slug}/kit`}
                cover={cover && { ...cover, file: cover.item.file, src: srcOf(cover.item.file, 640) }}
              />
              {isCut ? (
                <p className="text-muted">Long texts and lists are shortened here. The brand book has them in full.</p>
              ) : null}
              {chapters.map((chapter) => (
                <Fragment key={chapter.props.id}>{chapter}</Fragment>
              ))}
              <footer className="border-line border-t pt-6 text-[0.8125rem] text-muted">
                Version {version}, published <Moment value={publishedAt} precision="day" />. Shared from the Brand
                Identity Hub.
              </footer>
            </div>
          </WithChapters>
        </main>
      </div>
    </ContentLanguage>
  );
}
