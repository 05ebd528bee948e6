import { and, count, eq, inArray, ne, sql } from "drizzle-orm";
import { authenticatorApps, brandSlugs, brands, memberships, passkeys } from "@/db/schema";
import { type AuditExport, type AuditQuery, type AuditRecord, can, type QuotaUse } from "@/lib/access";
import {
  exportAuditEntries,
  lockBrand,
  readAuditEntries,
  readBrandUse,
  recordAudit,
  requirePermission,
} from "@/lib/access/server";
import { DOCUMENT_LIMITS } from "@/lib/content";
import { SLUG_MAX_LENGTH, SLUG_PATTERN } from "@/lib/contract";
import { inTransaction, requireRecentProof, requireUser } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import { storableText } from "@/lib/platform/output-text";
import type { Page } from "@/lib/platform/paging";
import { slugCandidates } from "@/lib/platform/suggest-slug";
import type { CommittedVersion } from "@/lib/publishing";
import { commitVersion } from "@/lib/publishing/server";
import type { Ctx } from "./context";

/** First path segments of the hub's own pages. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set(["new", "admin", "api", "account"]);

/** @throws BadRequest with `field: "slug"` for a malformed or reserved slug */
export function parseSlug(input: string): string {
  const slug = input.trim();
  if (slug.length > SLUG_MAX_LENGTH || !SLUG_PATTERN.test(slug)) {
    const message = `A slug can have lower-case letters, digits and single hyphens, at most ${SLUG_MAX_LENGTH} characters.`;
    throw new BadRequest(message, { field: "slug" });
  }
  if (RESERVED_SLUGS.has(slug)) throw new BadRequest(`The slug “${slug}” is reserved.`, { field: "slug" });
  return slug;
}

/** @throws BadRequest with `field: "name"` unless it has 1 to 120 characters */
export function parseBrandName(input: string): string {
  const name = storableText(input).trim();
  if (name.length >= 1 && name.length <= DOCUMENT_LIMITS.brandName) return name;
  throw new BadRequest(`A name has 1 to ${DOCUMENT_LIMITS.brandName} characters.`, { field: "name" });
}

export type SlugCheck = Awaited<ReturnType<typeof checkSlug>>;

/**
 * Doesn't reveal which brand has the slug.
 * @throws Forbidden for anyone but a signed-in user
 */
export async function checkSlug(ctx: Ctx, { slug: input }: { slug: string }) {
  requireUser(ctx);
  try {
    const slug = parseSlug(input);
    const [taken] = await ctx.db.select({ slug: brandSlugs.slug }).from(brandSlugs).where(eq(brandSlugs.slug, slug));
    return { slug, available: !taken, message: taken ? `The slug “${slug}” is taken.` : null };
  } catch (error) {
    if (error instanceof BadRequest) return { slug: input, available: false, message: error.message };
    throw error;
  }
}

const isReserved = (slug: string): boolean => {
  try {
    return parseSlug(slug) !== slug;
  } catch {
    return true;
  }
};

/** `birch`, else `birch-2` and so on. `brand` for a name without letters or digits. */
export async function suggestFreeSlug(ctx: Ctx, { name }: { name: string }): Promise<string> {
  requireUser(ctx);
  const candidates = slugCandidates(name, "brand");
  const rows = await ctx.db
    .select({ slug: brandSlugs.slug })
    .from(brandSlugs)
    .where(inArray(brandSlugs.slug, candidates));
  const taken = new Set(rows.map(({ slug }) => slug));
  return candidates.find((slug) => !taken.has(slug) && !isReserved(slug)) ?? "";
}

/**
 * Turns the public page on or off. Records no entry if unchanged.
 * @throws Forbidden for all but owners and admins
 */
export async function setPublicPage(ctx: Ctx, { brandId, on }: { brandId: string; on: boolean }): Promise<void> {
  const { brand } = await requirePermission(ctx, brandId, "manage");
  await inTransaction(ctx, async (inTx) => {
    const changed = await inTx.db
      .update(brands)
      .set({ publicPage: on })
      .where(and(eq(brands.id, brandId), ne(brands.publicPage, on)))
      .returning({ id: brands.id });
    if (changed.length === 0) return;
    const action = on ? "public_page.turned_on" : "public_page.turned_off";
    const target = { kind: "brand", id: brandId, label: brand.name };
    await recordAudit(inTx, { brandId, action, target, diff: { public_page: [!on, on] } });
  });
}

/**
 * Publishes a new name and slug at once. The former slug becomes an alias in the hub's paths, and the brand can take
 * it back.
 * @throws BadRequest when another brand has or had the slug
 */
export async function renameBrand(
  ctx: Ctx,
  input: { brandId: string; name: string; slug: string },
): Promise<CommittedVersion> {
  const { brandId } = input;
  await requirePermission(ctx, brandId, "manage");
  const name = parseBrandName(input.name);
  const slug = parseSlug(input.slug);
  return commitVersion(ctx, {
    brandId,
    permission: "manage",
    note: null,
    action: "brand.renamed",
    async next({ db, now }, { snapshot }) {
      await db.insert(brandSlugs).values({ slug, brandId, createdAt: now }).onConflictDoNothing();
      const [holder] = await db.select().from(brandSlugs).where(eq(brandSlugs.slug, slug));
      if (holder?.brandId !== brandId) throw new BadRequest(`The slug “${slug}” is taken.`, { field: "slug" });
      return { snapshot: { ...snapshot, brand: { name, slug } }, approvals: "settings" };
    },
  });
}

/** @throws NotFound for non-members */
export async function readBrandQuotas(ctx: Ctx, { brandId }: { brandId: string }): Promise<QuotaUse[]> {
  await requirePermission(ctx, brandId, "read");
  return readBrandUse(ctx, { brandId });
}

/** Only owners and admins see where people acted from. */
async function logOf(ctx: Ctx, brandId: string) {
  const { role } = await requirePermission(ctx, brandId, "read");
  return { brandId, withClientIps: can(role, "manage") };
}

/**
 * Newest first.
 * @throws NotFound for non-members
 */
export async function listActivity(ctx: Ctx, query: AuditQuery & { brandId: string }): Promise<Page<AuditRecord>> {
  return readAuditEntries(ctx, { ...query, ...(await logOf(ctx, query.brandId)) });
}

/**
 * As a file, in chunks.
 * @throws NotFound for non-members
 */
export async function* exportActivity(ctx: Ctx, query: AuditExport & { brandId: string }): AsyncGenerator<string> {
  yield* exportAuditEntries(ctx, { ...query, allowed: () => logOf(ctx, query.brandId) });
}

/** `without` counts members with neither passkey nor authenticator app. */
export type TwoFactorCounts = Awaited<ReturnType<typeof countMembersWithTwoFactor>>;

/** @throws Forbidden for all but owners and admins */
export async function countMembersWithTwoFactor(ctx: Ctx, { brandId }: { brandId: string }) {
  await requirePermission(ctx, brandId, "manage");
  const none = sql`not exists (select 1 from ${passkeys} p where p.user_id = ${memberships}.user_id)
    and not exists (select 1 from ${authenticatorApps} a where a.user_id = ${memberships}.user_id)`;
  const [row] = await ctx.db
    .select({ members: count(), without: sql<number>`(count(*) filter (where ${none}))::int` })
    .from(memberships)
    .where(eq(memberships.brandId, brandId));
  return row ?? { members: 0, without: 0 };
}

/**
 * Requires two-factor sign-in of members, or stops requiring it. Records no entry if unchanged.
 * @throws Forbidden for all but owners, ReauthRequired
 * @throws BadRequest when the owner's session is weak, since it would lock them out
 */
export async function setMembersNeedTwoFactor(
  ctx: Ctx,
  { brandId, on }: { brandId: string; on: boolean },
): Promise<void> {
  await requirePermission(ctx, brandId, "own");
  requireRecentProof(ctx);
  if (on && !(ctx.actor.kind === "user" && ctx.actor.session?.strong))
    throw new BadRequest(
      "Set up two-factor sign-in on your own account first, and confirm with it. Otherwise you would lock yourself out.",
    );
  await inTransaction(ctx, async (inTx) => {
    const { brand } = await lockBrand(inTx, brandId, "own");
    const changed = await inTx.db
      .update(brands)
      .set({ membersNeedTwoFactor: on })
      .where(and(eq(brands.id, brandId), ne(brands.membersNeedTwoFactor, on)))
      .returning({ id: brands.id });
    if (changed.length === 0) return;
    await recordAudit(inTx, {
      brandId,
      action: on ? "brand.two_step_required" : "brand.two_step_lifted",
      target: { kind: "brand", id: brandId, label: brand.name },
      diff: { two_step_of_members: [!on, on] },
    });
  });
}
