import { and, eq, exists, sql } from "drizzle-orm";
import { brands, memberships } from "@/db/schema";
import { type Ctx, requireUser } from "@/lib/kernel/context";
import type { Permission } from "./permissions";
import { type BrandAccess, requirePermission } from "./require-permission";

/**
 * Locks the brand's row until the caller's transaction (`ctx.db`) ends, then asks the permission, now that no role can change: in a second
 * statement, since the first may have waited and would tell what was. What is no brand of the acting user's is not locked.
 *
 * Call it before anything else of the brand is touched: what publishes, renames or changes roles all takes this lock first, so that none
 * of them ever waits for another that waits for it. @throws as `requirePermission`
 */
export async function lockBrand(ctx: Ctx, brandId: string, permission: Permission): Promise<BrandAccess> {
  const { userId } = requireUser(ctx);
  const membership = ctx.db
    .select({ one: sql`1` })
    .from(memberships)
    .where(and(eq(memberships.brandId, brands.id), eq(memberships.userId, userId)));
  await ctx.db
    .select({ one: sql`1` })
    .from(brands)
    .where(and(eq(brands.id, brandId), exists(membership)))
    .for("update");
  return requirePermission(ctx, brandId, permission);
}
