import { and, count, eq, ne, sql } from "drizzle-orm";
import { authenticatorApps, brandSlugs, brands, memberships, passkeys } from "@/db/schema";
import { type AuditExport, type AuditQuery, type AuditRecord, may, type QuotaUse } from "@/lib/access";
import {
  exportAuditEntries,
  lockBrand,
  readAuditEntries,
  readBrandUse,
  recordAudit,
  requirePermission,
} from "@/lib/access/server";
import { inTransaction, requireRecentProof } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import type { Page } from "@/lib/platform/paging";
import type { CommittedVersion } from "@/lib/publishing";
import { commitVersion } from "@/lib/publishing/server";
import { parseBrandName, parseSlug } from "./brand-names";
import type { Ctx } from "./context";

/**
 * Turns a brand's public page on or off, at once and with an audit entry; what is so already stays, without an entry.
 * @throws Forbidden for whoever may not manage the brand
 */
export async function setPublicPage(ctx: Ctx, { brandId, on }: { brandId: string; on: boolean }): Promise<void> {
  const { brand } = await requirePermission(ctx, brandId, "manage");
  await ctx.db.transaction(async (tx) => {
    const changed = await tx
      .update(brands)
      .set({ publicPage: on })
      .where(and(eq(brands.id, brandId), ne(brands.publicPage, on)))
      .returning({ id: brands.id });
    if (changed.length === 0) return;
    await recordAudit(
      { ...ctx, db: tx },
      {
        brandId,
        action: on ? "public_page.turned_on" : "public_page.turned_off",
        target: { kind: "brand", id: brandId, label: brand.name },
        diff: { public_page: [!on, on] },
      },
    );
  });
}

/**
 * Changes a brand's name and slug and publishes at once; the former slug stays as an alias in the hub's paths.
 * A brand may take back a slug of its own. @throws BadRequest when the slug is another brand's, now or formerly
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

/** How much of each quota the brand has used. @throws NotFound when the user is no member */
export async function readBrandQuotas(ctx: Ctx, { brandId }: { brandId: string }): Promise<QuotaUse[]> {
  await requirePermission(ctx, brandId, "read");
  return readBrandUse(ctx, { brandId });
}

/** From where somebody acted is for those who manage the brand. */
async function logOf(ctx: Ctx, brandId: string) {
  const { role } = await requirePermission(ctx, brandId, "read");
  return { brandId, withClientIps: may(role, "manage") };
}

/** What happened in the brand, newest first, a page at a time. @throws NotFound for non-members */
export async function listActivity(ctx: Ctx, query: AuditQuery & { brandId: string }): Promise<Page<AuditRecord>> {
  return readAuditEntries(ctx, { ...query, ...(await logOf(ctx, query.brandId)) });
}

/** The same as a file, piece by piece, from the first page on. @throws NotFound for non-members */
export async function* exportActivity(ctx: Ctx, query: AuditExport & { brandId: string }): AsyncGenerator<string> {
  yield* exportAuditEntries(ctx, { ...query, allowed: () => logOf(ctx, query.brandId) });
}

/** How many members a brand has, and how many of them have neither passkey nor authenticator app. */
export interface TwoStepOfMembers {
  members: number;
  without: number;
}

/** How far a brand's members are with two-step sign-in, for whoever may manage it. @throws Forbidden otherwise */
export async function countTwoStepOfMembers(ctx: Ctx, { brandId }: { brandId: string }): Promise<TwoStepOfMembers> {
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
 * Has a brand require two-step sign-in of its members, or no more, at once and with an audit entry; what is so already stays, without an entry.
 * @throws Forbidden for who is no owner, ProofNeeded
 * @throws BadRequest for an owner who would lock themselves out: whose own session is a weak one
 */
export async function setTwoStepOfMembers(ctx: Ctx, { brandId, on }: { brandId: string; on: boolean }): Promise<void> {
  await requirePermission(ctx, brandId, "own");
  requireRecentProof(ctx);
  if (on && !(ctx.actor.kind === "user" && ctx.actor.session?.strong))
    throw new BadRequest(
      "Set up two-step sign-in in your own account first, and confirm with it, so that you stay in.",
    );
  await inTransaction(ctx, async (inTx) => {
    const { brand } = await lockBrand(inTx, brandId, "own");
    const changed = await inTx.db
      .update(brands)
      .set({ twoStepOfMembers: on })
      .where(and(eq(brands.id, brandId), ne(brands.twoStepOfMembers, on)))
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
