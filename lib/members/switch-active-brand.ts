import { eq } from "drizzle-orm";
import { users } from "@/db/schema";
import type { Ctx } from "@/lib/kernel/context";
import { requirePermission } from "./require-permission";

/** Makes the brand the acting user's active one and gives its slug. @throws NotFound when the user is no member */
export async function switchActiveBrand(ctx: Ctx, { brandId }: { brandId: string }): Promise<{ slug: string }> {
  const { userId, brand } = await requirePermission(ctx, brandId, "read");
  await ctx.db.update(users).set({ activeBrandId: brand.id }).where(eq(users.id, userId));
  return { slug: brand.slug };
}
