import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { brands, memberships, users } from "@/db/schema";
import type { Role } from "@/lib/contract";
import { type Ctx, inTransaction, requirePerson, requireStrongSession } from "@/lib/kernel/context";
import { holdBrand, requirePermission } from "./require-permission";

/** A brand as its member sees it. */
export interface MemberBrand {
  id: string;
  slug: string;
  name: string;
  identityVersion: number;
  role: Role;
  /** Whether its members get in by strong sessions alone. */
  twoStepOfMembers: boolean;
}

/** Memberships with their brands, of anybody: narrow it by `ofPerson`. */
const selectMemberBrands = (ctx: Ctx) =>
  ctx.db
    .select({
      id: brands.id,
      slug: brands.slug,
      name: brands.name,
      identityVersion: brands.identityVersion,
      role: memberships.role,
      twoStepOfMembers: brands.twoStepOfMembers,
    })
    .from(memberships)
    .innerJoin(brands, eq(brands.id, memberships.brandId));

/** Of this person, in brands that are not archived. */
const ofPerson = (userId: string) => and(eq(memberships.userId, userId), isNull(brands.archivedAt));

/** The named brand as the acting person, who is its member, sees it; null when they are no member or it is archived. */
export async function findMemberBrand(ctx: Ctx, { brandId }: { brandId: string }): Promise<MemberBrand | null> {
  const { userId } = requirePerson(ctx);
  const [row] = await selectMemberBrands(ctx).where(and(ofPerson(userId), eq(memberships.brandId, brandId)));
  return row ?? null;
}

/** True when the acting person is a member of the living brand of this slug. */
export async function isMemberOfSlug(ctx: Ctx, { slug }: { slug: string }): Promise<boolean> {
  const { userId } = requirePerson(ctx);
  const rows = await selectMemberBrands(ctx).where(and(ofPerson(userId), eq(brands.slug, slug)));
  return rows.length > 0;
}

/** The acting person's active brand: the one switched to while that membership lasts, else the oldest membership, else null. */
export async function findActiveBrand(ctx: Ctx): Promise<MemberBrand | null> {
  const { userId } = requirePerson(ctx);
  const [row] = await selectMemberBrands(ctx)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(ofPerson(userId))
    .orderBy(
      sql`(${users.activeBrandId} is not distinct from ${brands.id}) desc`,
      asc(memberships.createdAt),
      asc(brands.id),
    )
    .limit(1);
  return row ?? null;
}

/**
 * The named brand, or the active one, as the acting person goes into it by a token of theirs or on to a tool; null when they are no member.
 * @throws SecondStepNeeded in a weak session, where the brand requires two steps of its members
 */
export async function enterBrand(ctx: Ctx, { brandId }: { brandId?: string }): Promise<MemberBrand | null> {
  const brand = brandId === undefined ? await findActiveBrand(ctx) : await findMemberBrand(ctx, { brandId });
  if (brand) requireStrongSession(ctx, { required: brand.twoStepOfMembers, by: brand.name });
  return brand;
}

/** The acting person's brands that are not archived, oldest membership first. */
export async function listMemberships(ctx: Ctx): Promise<MemberBrand[]> {
  const { userId } = requirePerson(ctx);
  return selectMemberBrands(ctx).where(ofPerson(userId)).orderBy(asc(memberships.createdAt), asc(brands.id));
}

/** The acting person's brands and the id of the active one: as switched, else the oldest membership, else null. */
export async function listBrandsWithActive(ctx: Ctx): Promise<{ brands: MemberBrand[]; activeBrandId: string | null }> {
  const { userId } = requirePerson(ctx);
  const [list, [user]] = await Promise.all([
    listMemberships(ctx),
    ctx.db.select({ activeBrandId: users.activeBrandId }).from(users).where(eq(users.id, userId)),
  ]);
  const active = list.find((brand) => brand.id === user?.activeBrandId) ?? list[0];
  return { brands: list, activeBrandId: active?.id ?? null };
}

/** Makes the brand the acting user's active one and gives its slug. @throws NotFound when the user is no member */
export async function switchActiveBrand(ctx: Ctx, { brandId }: { brandId: string }): Promise<{ slug: string }> {
  const { userId, brand } = await requirePermission(ctx, brandId, "read");
  await inTransaction(ctx, async (tx) => {
    await holdBrand(tx, brand.id);
    await tx.db.update(users).set({ activeBrandId: brand.id }).where(eq(users.id, userId));
  });
  return { slug: brand.slug };
}
