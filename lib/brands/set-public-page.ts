import { and, eq, ne } from "drizzle-orm";
import { brands } from "@/db/schema";
import { recordAudit } from "@/lib/audit/server";
import type { Ctx } from "@/lib/kernel/context";
import { requirePermission } from "@/lib/members/server";

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
