import { and, eq, exists, isNull, sql } from "drizzle-orm";
import { brands, memberships, users } from "@/db/schema";
import type { Role } from "@/lib/contract";
import { requireStrongSession, requireUser } from "@/lib/platform/context";
import { AccountDeactivated, Forbidden, NotFound } from "@/lib/platform/errors";
import type { Ctx } from "../context";

import { may, type Permission } from "./permissions";

/** The acting user's place in a brand. */
export interface BrandAccess {
  userId: string;
  role: Role;
  brand: typeof brands.$inferSelect;
}

const REASON: Record<Permission, string> = {
  read: "You are not a member of this brand.",
  edit: "Viewers can look at this brand but not change it. Ask an owner or admin to make you an editor.",
  lock: "Only owners and admins may change locked colours.",
  manage: "Only owners and admins may do this.",
  own: "Only owners may do this.",
};

/**
 * Guarantees that the acting user is a member of the brand with this permission, and gives the brand and the role.
 * @throws NotFound when there is no such brand for this user (another's brand looks like a missing one)
 * @throws SecondStepNeeded in a weak session, where the brand requires two steps of its members
 * @throws Forbidden when the role does not suffice
 */
export async function requirePermission(ctx: Ctx, brandId: string, permission: Permission): Promise<BrandAccess> {
  const { userId } = requireUser(ctx);
  const [row] = await ctx.db
    .select({ brand: brands, role: memberships.role })
    .from(memberships)
    .innerJoin(brands, eq(brands.id, memberships.brandId))
    .where(and(eq(memberships.brandId, brandId), eq(memberships.userId, userId), isNull(brands.archivedAt)));
  if (!row) throw new NotFound("There is no such brand among yours.");
  requireStrongSession(ctx, { required: row.brand.twoStepOfMembers, by: row.brand.name });
  if (!may(row.role, permission)) throw new Forbidden(REASON[permission]);
  return { userId, role: row.role, brand: row.brand };
}

/**
 * Locks the brand's row until the caller's transaction (`ctx.db`) ends, then asks the permission, now that no role can change: in a second
 * statement, since the first may have waited and would tell what was. What is no brand of the acting user's is not locked.
 *
 * Call it before anything else of the brand is touched, and before any person's row (docs/architecture.md, Locks): so none that takes it ever
 * waits for another that waits for it. @throws as `requirePermission`
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

/** Waits for whoever has the brand's lock, and keeps others from taking it until the caller's transaction ends: for who is no member, or changes no more than their own. */
export async function holdBrand({ db }: Ctx, brandId: string): Promise<void> {
  await db.select({ one: sql`1` }).from(brands).where(eq(brands.id, brandId)).for("key share");
}

/**
 * Guarantees that the acting user may still sign in, until the transaction ends: whoever deactivates them waits, and then ends what they made.
 * @throws AccountDeactivated
 */
export async function requireActive(ctx: Ctx): Promise<void> {
  const { userId } = requireUser(ctx);
  const [user] = await ctx.db
    .select({ deactivatedAt: users.deactivatedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for("share");
  if (user?.deactivatedAt) throw new AccountDeactivated();
}
