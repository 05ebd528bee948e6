import { and, eq } from "drizzle-orm";
import { brandVersions } from "@/db/schema";
import type { BrandSnapshot } from "@/lib/brand-document";
import type { Ctx } from "@/lib/kernel/context";
import { findBrandBySlug } from "./find-brand";

/** A brand as anybody may see it. */
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
