import { and, eq, isNull } from "drizzle-orm";
import { brandSlugs, brands, brandVersions } from "@/db/schema";
import type { BrandSnapshot } from "@/lib/content";
import { requireUser } from "@/lib/platform/context";
import { runJob } from "@/lib/platform/jobs/job-runner";
import type { Ctx } from "./context";
import type { ImportedBrand } from "./imported-brand";
import type { WebsiteFindings } from "./website/website-findings";

export type Brand = typeof brands.$inferSelect;

/** The living brand that a slug leads to, current or former; null when there is none. For any caller: whoever shows it asks who may see it. */
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
  /** Its current slug, also when a former one led here. */
  slug: string;
  version: number;
  publishedAt: Date;
  snapshot: BrandSnapshot;
}

/**
 * The published state of the brand that a slug leads to, current or former, when its public page is on; else null.
 * Anybody may ask: what is off, archived or missing looks alike.
 */
export async function findPublicBrand(ctx: Ctx, { slug }: { slug: string }): Promise<PublicBrand | null> {
  const brand = await findBrandBySlug(ctx, { slug });
  if (!brand?.publicPage) return null;
  const [row] = await ctx.db
    .select({ snapshot: brandVersions.snapshot, publishedAt: brandVersions.createdAt })
    .from(brandVersions)
    .where(and(eq(brandVersions.brandId, brand.id), eq(brandVersions.version, brand.identityVersion)));
  return row ? { id: brand.id, slug: brand.slug, version: brand.identityVersion, ...row } : null;
}

/** What a website's HTML and CSS tell of its brand; nothing is fetched or stored. @throws BadRequest (`field: "website"`) where that is nothing */
export async function previewWebsite(ctx: Ctx, { text }: { text: string }): Promise<WebsiteFindings> {
  requireUser(ctx);
  return runJob(ctx, "readWebsite", text);
}

/** What a file would give for a new brand; nothing is stored. @throws BadRequest (`field: "file"`) saying what the file is, when it is none to start from */
export async function previewImport(ctx: Ctx, { text }: { text: string }): Promise<ImportedBrand> {
  requireUser(ctx);
  return runJob(ctx, "importBrandFile", text);
}
