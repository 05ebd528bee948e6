import { eq } from "drizzle-orm";
import { brandSlugs } from "@/db/schema";
import type { CommittedVersion } from "@/lib/identity";
import { commitVersion } from "@/lib/identity/server";
import type { Ctx } from "@/lib/kernel/context";
import { BadRequest } from "@/lib/kernel/errors";
import { lockBrand, requirePermission } from "@/lib/members/server";
import { parseBrandName, parseSlug } from "./brand-names";

/**
 * Changes a brand's name and slug and publishes at once; the former slug stays as an alias for addresses of the hub.
 * A brand may take back a slug of its own. @throws BadRequest when the slug is another brand's, now or formerly
 */
export async function renameBrand(
  ctx: Ctx,
  input: { brandId: string; name: string; slug: string },
): Promise<CommittedVersion> {
  await requirePermission(ctx, input.brandId, "manage");
  const name = parseBrandName(input.name);
  const slug = parseSlug(input.slug);
  return ctx.db.transaction(async (tx) => {
    await lockBrand({ ...ctx, db: tx }, input.brandId, "manage");
    await tx.insert(brandSlugs).values({ slug, brandId: input.brandId, createdAt: ctx.now }).onConflictDoNothing();
    const [holder] = await tx.select().from(brandSlugs).where(eq(brandSlugs.slug, slug));
    if (holder?.brandId !== input.brandId) throw new BadRequest(`The address “${slug}” is taken.`, { field: "slug" });
    return commitVersion(
      { ...ctx, db: tx },
      {
        brandId: input.brandId,
        note: null,
        action: "brand.renamed",
        next: (current) => ({ ...current, brand: { name, slug } }),
      },
    );
  });
}
