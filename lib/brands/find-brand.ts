import { and, asc, eq, isNull } from "drizzle-orm";
import { pick } from "@/db/pick";
import { brandSlugs, brands, brandVersions, publishedVersion } from "@/db/schema";
import { findInvitation } from "@/lib/access/server";
import type { BrandSnapshot } from "@/lib/content";
import { requireUser } from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { runJob } from "@/lib/platform/jobs/job-pool";
import { sizeLimitText } from "@/lib/platform/text";
import type { PublishedVersion } from "@/lib/publishing";
import { findVersion } from "@/lib/publishing/server";
import type { Ctx } from "./context";
import type { ImportedBrand } from "./imported-brand";
import { pickCover } from "./pick-logo";
import { fetchWebsite } from "./website/fetch-website";
import type { WebsiteFindings, WebsiteSource } from "./website/website-findings";

export type Brand = typeof brands.$inferSelect;

/** The active brand with this slug, now or formerly. Checks no permission: the caller does. */
export async function findBrandBySlug({ db }: Ctx, { slug }: { slug: string }): Promise<Brand | null> {
  const [row] = await db
    .select({ brand: brands })
    .from(brandSlugs)
    .innerJoin(brands, eq(brands.id, brandSlugs.brandId))
    .where(and(eq(brandSlugs.slug, slug), isNull(brands.archivedAt)));
  return row?.brand ?? null;
}

export interface PublicBrand {
  id: string;
  slug: string;
  version: number;
  publishedAt: Date;
  snapshot: BrandSnapshot;
}

const PUBLIC_COLUMNS = {
  ...pick(brands, "id", "slug"),
  version: brands.identityVersion,
  publishedAt: brandVersions.createdAt,
  snapshot: brandVersions.snapshot,
};
const isShown = and(brands.publicPage, isNull(brands.archivedAt));

/** For anyone. Hidden, archived and missing brands all give null. */
export async function findPublicBrand(ctx: Ctx, { slug }: { slug: string }): Promise<PublicBrand | null> {
  const [brand] = await ctx.db
    .select(PUBLIC_COLUMNS)
    .from(brandSlugs)
    .innerJoin(brands, eq(brands.id, brandSlugs.brandId))
    .innerJoin(brandVersions, publishedVersion)
    .where(and(eq(brandSlugs.slug, slug), isShown));
  return brand ?? null;
}

/**
 * What an invited person sees of the published brand before joining: its logo, and its colours without their names.
 * Authorised by the token: null unless its invitation is open.
 */
export async function findInvitedBrand(ctx: Ctx, { token }: { token: string }) {
  const invitation = await findInvitation(ctx, { token });
  if (invitation?.state !== "open") return null;
  const [row] = await ctx.db
    .select({ snapshot: brandVersions.snapshot })
    .from(brandVersions)
    .innerJoin(brands, publishedVersion)
    .where(eq(brands.id, invitation.brand.id));
  return row ? { cover: pickCover(row.snapshot), hexes: row.snapshot.colors.palette.map(({ hex }) => hex) } : null;
}

/** Brands with a public page, the oldest first. For anyone. */
export async function listPublicBrands({ db }: Ctx, { limit }: { limit: number }): Promise<PublicBrand[]> {
  return db
    .select(PUBLIC_COLUMNS)
    .from(brands)
    .innerJoin(brandVersions, publishedVersion)
    .where(isShown)
    .orderBy(asc(brands.createdAt), asc(brands.id))
    .limit(limit);
}

/** Less than server actions take, so that the message says why. */
const MAX_PASTED_BYTES = 512 * 1024;

/** A version of a brand with a public page, for anyone. @throws NotFound for other brands and unknown versions */
export async function findPublicVersion(
  ctx: Ctx,
  { slug, version }: { slug: string; version: number },
): Promise<PublishedVersion> {
  const brand = await findBrandBySlug(ctx, { slug });
  if (!brand?.publicPage) throw new NotFound("There is no such public brand.");
  return findVersion(ctx, { brandId: brand.id, version });
}

/**
 * From a public address, or from pasted HTML and CSS. Stores nothing.
 * @throws BadRequest (`field: "website"`) when nothing is found
 */
export async function previewWebsite(ctx: Ctx, source: WebsiteSource): Promise<WebsiteFindings> {
  requireUser(ctx);
  if ("text" in source) {
    const tooLarge = `This is over ${sizeLimitText(MAX_PASTED_BYTES)}. Paste the part with the styles.`;
    if (Buffer.byteLength(source.text) > MAX_PASTED_BYTES) throw new BadRequest(tooLarge, { field: "website" });
    return runJob(ctx, "readWebsite", source.text);
  }
  if (!ctx.websites) throw new BadRequest("This hub doesn’t fetch websites. Paste the HTML.", { field: "website" });
  return runJob(ctx, "readWebsite", await fetchWebsite(ctx, ctx.websites, source));
}

/**
 * Stores nothing.
 * @throws BadRequest (`field: "file"`) when no brand can start from the file
 */
export async function previewImport(ctx: Ctx, { text }: { text: string }): Promise<ImportedBrand> {
  requireUser(ctx);
  return runJob(ctx, "importBrandFile", text);
}
