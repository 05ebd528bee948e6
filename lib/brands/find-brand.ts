import { and, eq, isNull } from "drizzle-orm";
import { brandSlugs, brands } from "@/db/schema";
import type { Ctx } from "@/lib/kernel/context";

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

/** The living brand of this id, or null. For any caller: whoever shows it asks who may see it. */
export async function findBrand({ db }: Ctx, { brandId }: { brandId: string }): Promise<Brand | null> {
  const [brand] = await db
    .select()
    .from(brands)
    .where(and(eq(brands.id, brandId), isNull(brands.archivedAt)));
  return brand ?? null;
}
