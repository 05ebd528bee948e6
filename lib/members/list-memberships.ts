import { and, asc, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { brands, memberships, users } from "@/db/schema";
import type { Role } from "@/lib/contract";

/** A brand as its member sees it in a list. */
export interface MemberBrand {
  id: string;
  slug: string;
  name: string;
  identityVersion: number;
  role: Role;
}

/** The user's brands that are not archived, oldest membership first. */
export async function listMemberships(db: Database, userId: string): Promise<MemberBrand[]> {
  return db
    .select({
      id: brands.id,
      slug: brands.slug,
      name: brands.name,
      identityVersion: brands.identityVersion,
      role: memberships.role,
    })
    .from(memberships)
    .innerJoin(brands, eq(brands.id, memberships.brandId))
    .where(and(eq(memberships.userId, userId), isNull(brands.archivedAt)))
    .orderBy(asc(memberships.createdAt), asc(brands.id));
}

/** The user's brands and the id of the active one: as switched, else the oldest membership, else null. */
export async function listBrandsWithActive(
  db: Database,
  userId: string,
): Promise<{ brands: MemberBrand[]; activeBrandId: string | null }> {
  const [list, [user]] = await Promise.all([
    listMemberships(db, userId),
    db.select({ activeBrandId: users.activeBrandId }).from(users).where(eq(users.id, userId)),
  ]);
  const active = list.find((brand) => brand.id === user?.activeBrandId) ?? list[0];
  return { brands: list, activeBrandId: active?.id ?? null };
}
