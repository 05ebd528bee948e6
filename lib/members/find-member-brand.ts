import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { brands, memberships, users } from "@/db/schema";
import type { MemberBrand } from "./list-memberships";

const columns = {
  id: brands.id,
  slug: brands.slug,
  name: brands.name,
  identityVersion: brands.identityVersion,
  role: memberships.role,
};

/** The named brand as its member sees it; null when the user is no member or the brand is archived. */
export async function findMemberBrand(db: Database, userId: string, brandId: string): Promise<MemberBrand | null> {
  const [row] = await db
    .select(columns)
    .from(memberships)
    .innerJoin(brands, eq(brands.id, memberships.brandId))
    .where(and(eq(memberships.userId, userId), eq(memberships.brandId, brandId), isNull(brands.archivedAt)));
  return row ?? null;
}

/** The user's active brand: the one switched to while that membership lasts, else the oldest membership, else null. */
export async function findActiveBrand(db: Database, userId: string): Promise<MemberBrand | null> {
  const [row] = await db
    .select(columns)
    .from(memberships)
    .innerJoin(brands, eq(brands.id, memberships.brandId))
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.userId, userId), isNull(brands.archivedAt)))
    .orderBy(
      sql`(${users.activeBrandId} is not distinct from ${brands.id}) desc`,
      asc(memberships.createdAt),
      asc(brands.id),
    )
    .limit(1);
  return row ?? null;
}

/** True when the user is a member of the living brand of this slug. */
export async function isMemberOfSlug(db: Database, userId: string, slug: string): Promise<boolean> {
  const [row] = await db
    .select({ id: brands.id })
    .from(memberships)
    .innerJoin(brands, eq(brands.id, memberships.brandId))
    .where(and(eq(memberships.userId, userId), eq(brands.slug, slug), isNull(brands.archivedAt)));
  return row !== undefined;
}
