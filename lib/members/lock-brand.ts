import { eq } from "drizzle-orm";
import { brands } from "@/db/schema";
import type { Ctx } from "@/lib/kernel/context";
import type { Permission } from "./permissions";
import { type BrandAccess, requirePermission } from "./require-permission";

/**
 * Locks the brand's row until the caller's transaction (`ctx.db`) ends, and asks the permission again now that no role can change.
 *
 * Call it before anything else of the brand is touched: what publishes, renames or changes roles all takes this lock first, so that none
 * of them ever waits for another that waits for it. @throws as `requirePermission`
 */
export async function lockBrand(ctx: Ctx, brandId: string, permission: Permission): Promise<BrandAccess> {
  await ctx.db.select({ id: brands.id }).from(brands).where(eq(brands.id, brandId)).for("update");
  return requirePermission(ctx, brandId, permission);
}
