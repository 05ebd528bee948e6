import type { Ctx } from "@/lib/kernel/context";
import { requirePermission } from "@/lib/members/server";
import type { QuotaUse } from "@/lib/quotas";
import { readBrandUse } from "@/lib/quotas/server";

/** How much of each quota the brand has used. @throws NotFound when the user is no member */
export async function readBrandQuotas(ctx: Ctx, { brandId }: { brandId: string }): Promise<QuotaUse[]> {
  await requirePermission(ctx, brandId, "read");
  return readBrandUse(ctx, { brandId });
}
