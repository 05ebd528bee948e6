import { and, eq, inArray, isNull, notExists, sql } from "drizzle-orm";
import { brandSlugs, brands, formerMembers, memberships, users } from "@/db/schema";
import { ROLES, type Role } from "@/lib/contract";
import { inTransaction, requireUser } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { QuotaExceeded, requireQuota } from "../quotas/quota-use";
import { holdBrand } from "./require-permission";

const MAX_VALUES = 100;
const MAX_VALUE_LENGTH = 64 + 1 + 6;
const VALUE = /^([a-z0-9]+(?:-[a-z0-9]+)*):([a-z]+)$/;
const MAX_EXAMPLES = 5;

interface RoleClaim {
  roleBySlug: ReadonlyMap<string, Role>;
  ignored: readonly string[];
}

/** Issuers send a list of `slug:role`, a single one, or an object of roles by slug. */
function* valuesOf(claim: unknown): Generator<unknown> {
  if (Array.isArray(claim)) yield* claim;
  else if (typeof claim === "object" && claim !== null)
    for (const slug in claim) yield `${slug}:${(claim as Record<string, unknown>)[slug]}`;
  else if (claim !== undefined && claim !== null) yield claim;
}

const higherOf = (role: Role, other: Role = role): Role => (ROLES.indexOf(role) < ROLES.indexOf(other) ? role : other);

/** The higher of two roles wins. Ignores roles that claims can't grant. */
function readRoleClaim(claim: unknown, roles: readonly Role[]): RoleClaim {
  const roleBySlug = new Map<string, Role>();
  const ignored: string[] = [];
  const ignore = (value: unknown) => {
    if (ignored.length < MAX_EXAMPLES) ignored.push(String(value).slice(0, MAX_VALUE_LENGTH));
  };
  let read = 0;
  for (const value of valuesOf(claim)) {
    read += 1;
    if (read > MAX_VALUES) {
      ignore(`values beyond the first ${MAX_VALUES}`);
      break;
    }
    const [, slug = "", roleName] =
      (typeof value === "string" && value.length <= MAX_VALUE_LENGTH && VALUE.exec(value)) || [];
    const role = roles.find((candidate) => candidate === roleName);
    if (role) roleBySlug.set(slug, higherOf(role, roleBySlug.get(slug)));
    else ignore(typeof value === "string" ? value : typeof value);
  }
  return { roleBySlug, ignored };
}

interface NewMembership {
  brandId: string;
  userId: string;
  role: Role;
}

/** Active brands that never had this user as a member. */
async function openAmong({ db }: Ctx, { userId, brandIds }: { userId: string; brandIds: string[] }): Promise<string[]> {
  if (brandIds.length === 0) return [];
  const never = (table: typeof memberships | typeof formerMembers) =>
    notExists(
      db
        .select({ one: sql`1` })
        .from(table)
        .where(and(eq(table.brandId, brands.id), eq(table.userId, userId))),
    );
  const open = await db
    .select({ id: brands.id })
    .from(brands)
    .where(and(inArray(brands.id, brandIds), isNull(brands.archivedAt), never(memberships), never(formerMembers)));
  return open.map(({ id }) => id);
}

async function brandsBySlug({ db }: Ctx, slugs: string[]): Promise<ReadonlyMap<string, string>> {
  if (slugs.length === 0) return new Map();
  const rows = await db.select().from(brandSlugs).where(inArray(brandSlugs.slug, slugs));
  return new Map(rows.map(({ slug, brandId }) => [slug, brandId]));
}

const selfOf = async ({ db }: Ctx, userId: string) => {
  const [user] = await db.select({ name: users.name }).from(users).where(eq(users.id, userId));
  return { kind: "user", id: userId, label: user?.name ?? "Former user" };
};

/** Does nothing if the user was just removed, or the brand archived. @throws QuotaExceeded */
async function join(ctx: Ctx, { brandId, userId, role }: NewMembership): Promise<void> {
  await inTransaction(ctx, async (inTx) => {
    await inTx.db.select({ one: sql`1` }).from(brands).where(eq(brands.id, brandId)).for("update");
    const [user] = await inTx.db
      .select({ deactivatedAt: users.deactivatedAt })
      .from(users)
      .where(eq(users.id, userId))
      .for("share");
    if (!user || user.deactivatedAt) return;
    if ((await openAmong(inTx, { userId, brandIds: [brandId] })).length === 0) return;
    await requireQuota(inTx, { brandId, adding: { members: 1 } });
    await inTx.db.insert(memberships).values({ brandId, userId, role, createdAt: ctx.now });
    const diff: Record<string, [unknown, unknown]> = { role: [null, role] };
    await recordAudit(inTx, { brandId, action: "member.joined_by_claim", target: await selfOf(inTx, userId), diff });
  });
}

/** Audits a full brand, so that its owners can act. */
async function joinOrAudit(ctx: Ctx, membership: NewMembership): Promise<void> {
  await join(ctx, membership).catch(async (error) => {
    if (!(error instanceof QuotaExceeded)) throw error;
    const diff: Record<string, [unknown, unknown]> = { role: [null, membership.role], why: [null, error.message] };
    await inTransaction(ctx, async (inTx) => {
      await holdBrand(inTx, membership.brandId);
      const target = await selfOf(inTx, membership.userId);
      await recordAudit(inTx, { brandId: membership.brandId, action: "member.claim_refused", target, diff });
    });
  });
}

/**
 * Adds the acting user to the brands in their role claim, at most once per brand. Former members need an invitation,
 * and existing roles stay. The caller has verified the issuer.
 * @param input.roles the roles that a claim can grant
 */
export async function joinByRoleClaim(ctx: Ctx, input: { claim: unknown; roles: readonly Role[] }): Promise<void> {
  const { userId } = requireUser(ctx);
  const { roleBySlug, ignored } = readRoleClaim(input.claim, input.roles);
  const brandIds = await brandsBySlug(ctx, [...roleBySlug.keys()]);
  const unknown = [...roleBySlug.keys()].filter((slug) => !brandIds.has(slug));
  if (ignored.length + unknown.length > 0)
    log.warn({ userId, ignored: [...ignored, ...unknown.slice(0, 5)] }, "role claim values ignored");
  const roles = new Map<string, Role>();
  for (const [slug, role] of roleBySlug) {
    const brandId = brandIds.get(slug);
    if (brandId) roles.set(brandId, higherOf(role, roles.get(brandId)));
  }
  for (const brandId of await openAmong(ctx, { userId, brandIds: [...roles.keys()] })) {
    const role = roles.get(brandId);
    if (role) await joinOrAudit(ctx, { brandId, userId, role });
  }
}
