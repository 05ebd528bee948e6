import { requireUser } from "@/lib/platform/context";
import type { Ctx } from "../context";
import { BRAND_USE, USER_USE } from "./count-use";
import { QUOTA_LABELS, type Quota, type QuotaUse } from "./quotas";

type Count = (typeof BRAND_USE)[keyof typeof BRAND_USE];

async function useOf<Name extends Quota>(
  ctx: Ctx,
  limits: Readonly<Record<Name, number>>,
  counts: Readonly<Record<Name, Count>>,
  id: string,
): Promise<QuotaUse[]> {
  const quotas = (Object.keys(limits) as Name[]).filter((quota) => limits[quota] > 0);
  const used = await Promise.all(quotas.map((quota) => counts[quota](ctx, id)));
  return quotas.map((quota, index) => ({
    quota,
    label: QUOTA_LABELS[quota],
    used: used[index] ?? 0,
    limit: limits[quota],
  }));
}

/** The caller has checked permission. */
export const readBrandUse = (ctx: Ctx, { brandId }: { brandId: string }): Promise<QuotaUse[]> =>
  useOf(ctx, ctx.quotas.brand, BRAND_USE, brandId);

export const readOwnUse = (ctx: Ctx): Promise<QuotaUse[]> =>
  useOf(ctx, ctx.quotas.user, USER_USE, requireUser(ctx).userId);
