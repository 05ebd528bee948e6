import { Stamp } from "lucide-react";
import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { LandingPage } from "@/components/landing/landing-page";
import { BrandTile } from "@/components/shell/brand-tile";
import { RECENTS_COOKIE, recentBrands } from "@/components/shell/recents";
import { EmptyState } from "@/components/ui/empty-state";
import { SEARCH_FROM } from "@/components/ui/list-sizes";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { NoMatches, SearchField } from "@/components/ui/search-field";
import { LinkButton } from "@/components/ui/text";
import { findActiveBrand } from "@/lib/access/server";
import { countMyBrands, findBrandCard, listPublicBrands, searchMyBrands } from "@/lib/brands/server";
import { signThumbnail } from "@/lib/content/server";
import { env } from "@/lib/platform/config/env";
import type { MemberBrand } from "@/lib/platform/context";
import { drawingSourceOf } from "@/lib/rendering/server";
import { sessionCookie } from "@/lib/web/auth/cookies";
import { anonymousContext, currentSession, pageContext, requireSession } from "@/lib/web/auth/current-user";
import { signInPath } from "@/lib/web/auth/sign-in-page";
import { switchBrand } from "./(hub)/actions";
import { HubShell } from "./(hub)/hub-shell";
import HubLayout from "./(hub)/layout";
import { type SearchProps, single, versionNumber } from "./(hub)/page-query";
import { shellBrand } from "./(hub)/shell-brand";

const BRANDS_A_PAGE = 24;
const BRANDS_SHOWN = 3;

export async function generateMetadata(): Promise<Metadata> {
  return (await currentSession()) ? { title: "Brands" } : { title: { absolute: "Brand Identity Hub" } };
}

export default async function StartPage({ searchParams }: SearchProps) {
  if (!(await currentSession())) return <Landing />;
  const ctx = await pageContext();
  const count = await countMyBrands(ctx, { atMost: SEARCH_FROM });
  const active = await findActiveBrand(ctx);
  if (active && count === 1) redirect(`/b/${active.slug}`);
  return (
    <HubLayout>
      <HubShell>{active ? <Gallery {...{ active, count, searchParams }} /> : <NoBrand />}</HubShell>
    </HubLayout>
  );
}

/** People whose session has ended want to sign in. */
async function Landing() {
  const ended = (await cookies()).has(sessionCookie(env.HUB_BASE_URL).name);
  if (ended || env.LANDING_PAGE === "off") redirect(signInPath("/"));
  const shown = env.HUB_DEMO ? await listPublicBrands(await anonymousContext(), { limit: BRANDS_SHOWN }) : [];
  return (
    <LandingPage
      brands={shown.map(({ id, slug, snapshot: { brand, ...document } }) => ({
        slug,
        name: brand.name,
        tag: drawingSourceOf(id, brand.name, document).tag,
      }))}
    />
  );
}

async function Gallery({ active, count, searchParams }: SearchProps & { active: MemberBrand; count: number }) {
  const ctx = await pageContext();
  const query = await searchParams;
  const [search, page] = [single(query.q) ?? "", versionNumber(query.page) ?? 1];
  const opened = recentBrands((await cookies()).get(RECENTS_COOKIE)?.value);
  const recent = [...opened, active.slug];
  const [{ brands, more }, card] = await Promise.all([
    searchMyBrands(ctx, { search, recent, limit: BRANDS_A_PAGE, offset: (page - 1) * BRANDS_A_PAGE }),
    findBrandCard(ctx, { brandId: active.id }),
  ]);
  const hrefOf = (to: number) => `/?${new URLSearchParams({ ...(search && { q: search }), page: String(to) })}`;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Brands"
        actions={
          <>
            {count < SEARCH_FROM ? null : (
              <SearchField
                action="/"
                label="Search your brands"
                value={search}
                clearHref="/"
                className="w-64 max-sm:w-full"
              />
            )}
            <LinkButton href="/new">Create brand</LinkButton>
          </>
        }
      />
      {brands.length === 0 ? (
        <NoMatches title="No matching brands" href="/" />
      ) : (
        <ul className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
          {brands.map(({ cover, colors, hasDraft, ...brand }) => (
            <BrandTile
              key={brand.id}
              brand={shellBrand(ctx, brand)}
              cover={
                cover && {
                  src: signThumbnail(ctx, { brandId: brand.id, file: cover.item.file, px: 320 }),
                  background: cover.backgroundHex,
                }
              }
              colors={colors}
              hasDraft={hasDraft}
              active={card && shellBrand(ctx, card)}
              switchBrand={switchBrand}
            />
          ))}
        </ul>
      )}
      {page > 1 || more ? (
        <Pagination
          label="Pages of brands"
          previousHref={page > 1 ? hrefOf(page - 1) : null}
          nextHref={more ? hrefOf(page + 1) : null}
        />
      ) : null}
    </div>
  );
}

async function NoBrand() {
  const { email } = await requireSession();
  return (
    <EmptyState
      level={1}
      title="No brands yet"
      icon={<Stamp />}
      className="mt-[8dvh]"
      action={
        <LinkButton href="/new" variant="primary">
          Create brand
        </LinkButton>
      }
    >
      <p>Create a brand, blank or from a colour, logo, file or website. You’ll be its owner.</p>
      <p className="mt-4">
        Or ask an owner or admin of an existing brand to invite{" "}
        <strong className="font-medium text-ink">{email}</strong>.
      </p>
    </EmptyState>
  );
}
