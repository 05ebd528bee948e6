import { eq, sql } from "drizzle-orm";
import { lookup } from "@/db/lookup";
import { brands, entitlements, memberships, tools, users } from "@/db/schema";
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

/** What a person's brand is to them. */
interface Row {
  id: string;
  slug: string;
  name: string;
  version: number;
  role: Role;
  two_steps: boolean;
  is_active: boolean;
}

const memberBrand = ({ id, slug, name, version, role, two_steps }: Row): MemberBrand => ({
  id,
  slug,
  name,
  identityVersion: version,
  role,
  twoStepOfMembers: two_steps,
});

/** Brands that are not archived, of the person who is asked for. */
const BRANDS_OF_PERSON = sql`select b.id, b.slug, b.name, b.identity_version as version, m.role, b.two_step_of_members as two_steps,
    u.active_brand_id is not distinct from b.id as is_active
  from ${memberships} m join ${brands} b on b.id = m.brand_id join ${users} u on u.id = m.user_id
  where m.user_id = asked.person and b.archived_at is null`;

const findBrands = lookup<Row, { person: "uuid"; tool: "text" }>(
  "brands_of_person",
  { person: "uuid", tool: "text" },
  sql`${BRANDS_OF_PERSON} and (asked.tool is null or exists (
      select from ${entitlements} e join ${tools} t on t.slug = e.tool_slug
      where e.brand_id = b.id and e.tool_slug = asked.tool and t.status <> 'disabled'))
    order by m.created_at, b.id`,
);

const findNamed = lookup<Row, { person: "uuid"; brand: "uuid" }>(
  "brand_of_person",
  { person: "uuid", brand: "uuid" },
  sql`${BRANDS_OF_PERSON} and m.brand_id = asked.brand`,
);

const findActive = lookup<Row, { person: "uuid" }>(
  "active_brand",
  { person: "uuid" },
  sql`${BRANDS_OF_PERSON} order by is_active desc, m.created_at, b.id limit 1`,
);

/** The named brand as the acting person, who is its member, sees it; null when they are no member or it is archived. */
export async function findMemberBrand(ctx: Ctx, { brandId }: { brandId: string }): Promise<MemberBrand | null> {
  const [row] = await findNamed(ctx.db, { person: requirePerson(ctx).userId, brand: brandId });
  return row ? memberBrand(row) : null;
}

/** The acting person's active brand: the one switched to while that membership lasts, else the oldest membership, else null. */
export async function findActiveBrand(ctx: Ctx): Promise<MemberBrand | null> {
  const [row] = await findActive(ctx.db, { person: requirePerson(ctx).userId });
  return row ? memberBrand(row) : null;
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
  const found = await findBrands(ctx.db, { person: requirePerson(ctx).userId, tool: null });
  return found.map(memberBrand);
}

/** True when the acting person is a member of the living brand of this slug. */
export const isMemberOfSlug = async (ctx: Ctx, { slug }: { slug: string }): Promise<boolean> =>
  (await listMemberships(ctx)).some((brand) => brand.slug === slug);

/**
 * The acting person's brands and the id of the active one: as switched, else the oldest membership, else null. By a token that was minted for a tool,
 * those alone that the tool may read: of the others it hears nothing.
 */
export async function listBrandsWithActive(ctx: Ctx): Promise<{ brands: MemberBrand[]; activeBrandId: string | null }> {
  const person = requirePerson(ctx);
  const tool = person.kind === "federation" ? person.toolSlug : null;
  const found = await findBrands(ctx.db, { person: person.userId, tool });
  const active = found.find(({ is_active }) => is_active) ?? found[0];
  return { brands: found.map(memberBrand), activeBrandId: active?.id ?? null };
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
