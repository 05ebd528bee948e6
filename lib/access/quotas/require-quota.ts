import { eq, sql } from "drizzle-orm";
import { brands, users } from "@/db/schema";
import { BadRequest } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { BRAND_USE, USER_USE } from "./count-use";
import { amountText, type BrandQuotas, type Quota, REFUSALS, type UserQuotas } from "./quotas";

export class QuotaExceeded extends BadRequest {
  constructor(
    readonly quota: Quota,
    limit: number,
  ) {
    super(`${REFUSALS[quota](amountText(quota, limit))} Your administrator can raise the limit.`);
  }
}

type Adding<Quotas> = Partial<Record<keyof Quotas, number>>;

const entriesOf = <Name extends string>(adding: Partial<Record<Name, number>>) =>
  Object.entries(adding) as [Name, number][];

/**
 * Locks the brand until the transaction ends, so that two requests can't both take the last place. Call it before
 * touching the brand's data.
 * @throws QuotaExceeded
 */
export async function requireQuota(
  ctx: Ctx,
  { brandId, adding }: { brandId: string; adding: Adding<BrandQuotas> },
): Promise<void> {
  const limits = ctx.quotas.brand;
  const limited = entriesOf(adding).filter(([quota]) => limits[quota] > 0);
  if (limited.length === 0) return;
  await ctx.db.select({ one: sql`1` }).from(brands).where(eq(brands.id, brandId)).for("update");
  for (const [quota, amount] of limited)
    if ((await BRAND_USE[quota](ctx, brandId)) + amount > limits[quota]) throw new QuotaExceeded(quota, limits[quota]);
}

/** @throws QuotaExceeded */
export async function requireOwnQuota(
  ctx: Ctx,
  { userId, adding }: { userId: string; adding: Adding<UserQuotas> },
): Promise<void> {
  const limits = ctx.quotas.user;
  const limited = entriesOf(adding).filter(([quota]) => limits[quota] > 0);
  if (limited.length === 0) return;
  await ctx.db.select({ one: sql`1` }).from(users).where(eq(users.id, userId)).for("no key update");
  for (const [quota, amount] of limited)
    if ((await USER_USE[quota](ctx, userId)) + amount > limits[quota]) throw new QuotaExceeded(quota, limits[quota]);
}
