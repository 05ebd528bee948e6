import { and, eq, exists, isNull, sql } from "drizzle-orm";
import { brands, memberships, users } from "@/db/schema";
import type { Role } from "@/lib/contract";
import { requireStrongSession, requireUser } from "@/lib/platform/context";
import { AccountDeactivated, Forbidden, NotFound } from "@/lib/platform/errors";
import type { Ctx } from "../context";

import { can, type Permission } from "./permissions";

export interface BrandAccess {
  userId: string;
  role: Role;
  brand: typeof brands.$inferSelect;
}

const REASON: Record<Permission, string> = {
  read: "You are not a member of this brand.",
  edit: "Viewers can’t edit this brand. Ask an owner or admin to make you an editor.",
  lock: "Only owners and admins can change locked colours.",
  manage: "Only owners and admins can do this.",
  own: "Only owners can do this.",
};

/**
 * @throws NotFound for an unknown brand, or a non-member
 * @throws TwoFactorRequired in a weak session, if the brand requires two-factor sign-in
 * @throws Forbidden if the role lacks the permission
 */
export async function requirePermission(ctx: Ctx, brandId: string, permission: Permission): Promise<BrandAccess> {
  const { userId } = requireUser(ctx);
  const [row] = await ctx.db
    .select({ brand: brands, role: memberships.role })
    .from(memberships)
    .innerJoin(brands, eq(brands.id, memberships.brandId))
    .where(and(eq(memberships.brandId, brandId), eq(memberships.userId, userId), isNull(brands.archivedAt)));
  if (!row) throw new NotFound("This brand doesn’t exist, or you aren’t a member.");
  requireStrongSession(ctx, { required: row.brand.membersNeedTwoFactor, by: row.brand.name });
  if (!can(row.role, permission)) throw new Forbidden(REASON[permission]);
  return { userId, role: row.role, brand: row.brand };
}

/**
 * Locks the brand until the transaction ends, then checks the permission in a second statement: the first may have
 * waited and read an old role. Call it before touching the brand's data or any user row, to avoid deadlocks
 * (docs/architecture.md, Locks).
 * @throws as `requirePermission`
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

/**
 * Waits for the brand's lock and keeps others from taking it, for non-members and members who change only their own
 * data.
 */
export async function holdBrand({ db }: Ctx, brandId: string): Promise<void> {
  await db.select({ one: sql`1` }).from(brands).where(eq(brands.id, brandId)).for("key share");
}

/** Makes the account's deactivation wait, which then ends what this transaction created. @throws AccountDeactivated */
export async function requireActive(ctx: Ctx, userId = requireUser(ctx).userId): Promise<void> {
  const [user] = await ctx.db
    .select({ deactivatedAt: users.deactivatedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for("share");
  if (user?.deactivatedAt) throw new AccountDeactivated();
}
