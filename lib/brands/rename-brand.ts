import { eq } from "drizzle-orm";
import { brandSlugs } from "@/db/schema";
import type { CommittedVersion } from "@/lib/identity";
import { commitVersion } from "@/lib/identity/server";
import type { Ctx } from "@/lib/kernel/context";
import { BadRequest } from "@/lib/kernel/errors";
import { requirePermission } from "@/lib/members/server";
import { parseBrandName, parseSlug } from "./brand-names";

/**
 * Changes a brand's name and slug and publishes at once; the former slug stays as an alias in the hub's paths.
 * A brand may take back a slug of its own. @throws BadRequest when the slug is another brand's, now or formerly
 */
export async function renameBrand(
  ctx: Ctx,
  input: { brandId: string; name: string; slug: string },
): Promise<CommittedVersion> {
  const { brandId } = input;
  await requirePermission(ctx, brandId, "manage");
  const name = parseBrandName(input.name);
  const slug = parseSlug(input.slug);
  return commitVersion(ctx, {
    brandId,
    permission: "manage",
    note: null,
    action: "brand.renamed",
    async next({ db, now }, { snapshot }) {
      await db.insert(brandSlugs).values({ slug, brandId, createdAt: now }).onConflictDoNothing();
      const [holder] = await db.select().from(brandSlugs).where(eq(brandSlugs.slug, slug));
      if (holder?.brandId !== brandId) throw new BadRequest(`The slug “${slug}” is taken.`, { field: "slug" });
      return { snapshot: { ...snapshot, brand: { name, slug } }, approvals: "settings" };
    },
  });
}
