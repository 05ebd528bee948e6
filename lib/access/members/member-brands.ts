import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { batchedLookup } from "@/db/hot-path/batched-lookup";
import { brands, entitlements, memberships, tools, users } from "@/db/schema";
import {
  inTransaction,
  type MemberBrand,
  requirePerson,
  requireStrongSession,
  type SignedInActor,
} from "@/lib/platform/context";
import type { Ctx } from "../context";
import { verifySessionToken } from "../sessions/issue-session";
import {
  FROM_ACTIVE_SESSION,
  liveSessionOf,
  SESSION_COLUMNS,
  SESSION_PARAMS,
  type SessionRow,
  sessionParams,
} from "../sessions/live-session";
import { holdBrand, requirePermission } from "./require-permission";

interface Row extends MemberBrand {
  isActive: boolean;
}

const memberBrand = ({ id, slug, name, identityVersion, role, membersNeedTwoFactor }: Row): MemberBrand => ({
  ...{ id, slug, name, identityVersion },
  ...{ role, membersNeedTwoFactor },
});

const brandsOf = (person: SQL): SQL => sql`select b.id, b.slug, b.name, b.identity_version as "identityVersion", m.role,
    b.two_step_of_members as "membersNeedTwoFactor", u.active_brand_id is not distinct from b.id as "isActive"
  from ${memberships} m join ${brands} b on b.id = m.brand_id join ${users} u on u.id = m.user_id
  where m.user_id = ${person} and b.archived_at is null`;

const BRANDS_OF_PERSON = brandsOf(sql`input.person`);

/**
 * The id of the active brand: the one switched to while that membership lasts, else the oldest membership. Costs the
 * same for any number of brands.
 */
const activeOf = (person: SQL): SQL => sql`coalesce(
    (select b.id from ${users} u join ${brands} b on b.id = u.active_brand_id
      join ${memberships} m on m.brand_id = b.id and m.user_id = u.id
      where u.id = ${person} and b.archived_at is null),
    (select m.brand_id from ${memberships} m join ${brands} b on b.id = m.brand_id
      where m.user_id = ${person} and b.archived_at is null order by m.created_at, m.brand_id limit 1))`;

const findBrands = batchedLookup<Row, { person: "uuid"; tool: "text" }>(
  "brands_of_person",
  { person: "uuid", tool: "text" },
  sql`${BRANDS_OF_PERSON} and (input.tool is null or exists (
      select from ${entitlements} e join ${tools} t on t.slug = e.tool_slug
      where e.brand_id = b.id and e.tool_slug = input.tool and t.status <> 'disabled'))
    order by m.created_at, b.id`,
);

const findNamed = batchedLookup<Row, { person: "uuid"; brand: "uuid" }>(
  "brand_of_person",
  { person: "uuid", brand: "uuid" },
  sql`${BRANDS_OF_PERSON} and m.brand_id = input.brand`,
);

const findActive = batchedLookup<Row, { person: "uuid" }>(
  "active_brand",
  { person: "uuid" },
  sql`${BRANDS_OF_PERSON} and m.brand_id = ${activeOf(sql`input.person`)}`,
);

/** One statement for a session and its user's brands: the named one, the active one, or all. */
const findBySession = batchedLookup<
  SessionRow & { brands: Row[] },
  typeof SESSION_PARAMS & { brand: "uuid"; which: "text" }
>(
  "brands_by_session",
  { ...SESSION_PARAMS, brand: "uuid", which: "text" },
  sql`select ${SESSION_COLUMNS}, coalesce((select json_agg(mine) from (
      select * from (${brandsOf(sql`input.owner`)} and input.which = 'all' order by m.created_at, b.id) as every
      union all
      ${brandsOf(sql`input.owner`)} and input.which <> 'all' and m.brand_id = coalesce(input.brand, ${activeOf(sql`input.owner`)})
    ) as mine), '[]') as brands
    ${FROM_ACTIVE_SESSION}`,
);

/** Brands loaded together with the session. */
export type FoundBrands = readonly Row[];

export type WhichBrands = "all" | "active" | { brandId: string };

/**
 * Authenticates a session token and loads the selected brands in the same statement. Null for anything else. Authorised
 * by the token.
 */
export async function proveByBrands(
  ctx: Ctx,
  { token, which }: { token: string; which: WhichBrands },
): Promise<{ actor: SignedInActor; found: FoundBrands } | null> {
  const claims = await verifySessionToken(ctx, { token });
  if (!claims) return null;
  const selection = typeof which === "object" ? { brand: which.brandId, which: "named" } : { brand: null, which };
  const session = sessionParams(ctx, { sid: claims.sid, userId: claims.sub });
  const [row] = await findBySession(ctx.db, { ...session, ...selection });
  return row ? { actor: (await liveSessionOf(ctx, { row, claims })).actor, found: row.brands } : null;
}

/** Null for non-members and archived brands. */
export async function findMemberBrand(ctx: Ctx, { brandId }: { brandId: string }): Promise<MemberBrand | null> {
  const [row] = await findNamed(ctx.db, { person: requirePerson(ctx).userId, brand: brandId });
  return row ? memberBrand(row) : null;
}

/** The brand switched to while that membership lasts, else the oldest membership, else null. */
export async function findActiveBrand(ctx: Ctx): Promise<MemberBrand | null> {
  const [row] = await findActive(ctx.db, { person: requirePerson(ctx).userId });
  return row ? memberBrand(row) : null;
}

const foundBrand = ([row]: FoundBrands): MemberBrand | null => (row ? memberBrand(row) : null);

/**
 * The named or active brand, for access by a token or sign-in to a tool. Null for non-members.
 * @param input.found the brand, if it was loaded with the session
 * @throws TwoFactorRequired in a weak session, if the brand requires two-factor sign-in
 */
export async function enterBrand(
  ctx: Ctx,
  { brandId, found }: { brandId?: string; found?: FoundBrands },
): Promise<MemberBrand | null> {
  const find = () => (brandId === undefined ? findActiveBrand(ctx) : findMemberBrand(ctx, { brandId }));
  const brand = found ? foundBrand(found) : await find();
  if (brand) requireStrongSession(ctx, { required: brand.membersNeedTwoFactor, by: brand.name });
  return brand;
}

/** Active brands, oldest membership first. */
export async function listMemberships(ctx: Ctx): Promise<MemberBrand[]> {
  const found = await findBrands(ctx.db, { person: requirePerson(ctx).userId, tool: null });
  return found.map(memberBrand);
}

export async function isMemberOfSlug(ctx: Ctx, { slug }: { slug: string }): Promise<boolean> {
  const [brand] = await ctx.db
    .select({ id: brands.id })
    .from(brands)
    .where(and(eq(brands.slug, slug), isNull(brands.archivedAt)));
  return brand !== undefined && (await findMemberBrand(ctx, { brandId: brand.id })) !== null;
}

/**
 * A tool's token sees only the brands that the tool can read.
 * @param input.found all brands, if they were loaded with the session
 */
export async function listBrandsWithActive(
  ctx: Ctx,
  input: { found?: FoundBrands } = {},
): Promise<{ brands: MemberBrand[]; activeBrandId: string | null }> {
  const person = requirePerson(ctx);
  const tool = person.kind === "federation" ? person.toolSlug : null;
  const found = input.found ?? (await findBrands(ctx.db, { person: person.userId, tool }));
  const active = found.find(({ isActive }) => isActive) ?? found[0];
  return { brands: found.map(memberBrand), activeBrandId: active?.id ?? null };
}

/** @throws NotFound for non-members */
export async function switchActiveBrand(ctx: Ctx, { brandId }: { brandId: string }): Promise<{ slug: string }> {
  const { userId, brand } = await requirePermission(ctx, brandId, "read");
  await inTransaction(ctx, async (tx) => {
    await holdBrand(tx, brand.id);
    await tx.db.update(users).set({ activeBrandId: brand.id }).where(eq(users.id, userId));
  });
  return { slug: brand.slug };
}
