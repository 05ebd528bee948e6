import { and, eq, ne } from "drizzle-orm";
import { brandSlugs, brands } from "@/db/schema";
import { recordAudit, requirePermission } from "@/lib/access/server";
import { BadRequest } from "@/lib/platform/errors";
import type { CommittedVersion } from "@/lib/publishing";
import { commitVersion } from "@/lib/publishing/server";
import { parseBrandName, parseSlug } from "./brand-names";
import type { Ctx } from "./context";

/**
 * Turns a brand's public page on or off, at once and with an audit entry; what is so already stays, without an entry.
 * @throws Forbidden for whoever may not manage the brand
 */
export async function setPublicPage(ctx: Ctx, { brandId, on }: { brandId: string; on: boolean }): Promise<void> {
  const { brand } = await requirePermission(ctx, brandId, "manage");
  await ctx.db.transaction(async (tx) => {
    const changed = await tx
      .update(brands)
      .set({ publicPage: on })
      .where(and(eq(brands.id, brandId), ne(brands.publicPage, on)))
      .returning({ id: brands.id });
    if (changed.length === 0) return;
    await recordAudit(
      { ...ctx, db: tx },
      {
        brandId,
        action: on ? "public_page.turned_on" : "public_page.turned_off",
        target: { kind: "brand", id: brandId, label: brand.name },
        diff: { public_page: [!on, on] },
      },
    );
  });
}

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
