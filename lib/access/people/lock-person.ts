import { and, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import { brandDeletions, brands, handOvers, invitations, memberships, tools, users } from "@/db/schema";
import { Forbidden, NotFound } from "@/lib/platform/errors";
import { recordAudits } from "../audit/record-audit";
import type { Ctx } from "../context";

export type Person = typeof users.$inferSelect;

/** Brands in a fixed order, before any user row. */
async function lockBrandsOf({ db }: Ctx, personId: string): Promise<void> {
  const own = db.select({ id: memberships.brandId }).from(memberships).where(eq(memberships.userId, personId));
  await db.select({ id: brands.id }).from(brands).where(inArray(brands.id, own)).orderBy(brands.id).for("update");
}

/**
 * Locks the person's brands, then the person and all hub administrators, in a fixed order. Two administrators who
 * remove each other at once can't both succeed.
 * @param input.erasing also blocks audit entries about the person
 * @throws Forbidden if the caller is no longer an administrator, NotFound
 */
export async function lockPerson(
  ctx: Ctx,
  { personId, erasing = false }: { personId: string; erasing?: boolean },
): Promise<{ person: Person; otherAdmins: boolean }> {
  const { db, actor } = ctx;
  await lockBrandsOf(ctx, personId);
  const locked = await db
    .select()
    .from(users)
    .where(or(eq(users.id, personId), eq(users.hubAdmin, true)))
    .orderBy(users.id)
    .for(erasing ? "update" : "no key update");
  const admins = locked.filter(({ hubAdmin, deactivatedAt }) => hubAdmin && !deactivatedAt);
  const acting = actor.kind === "user" && actor.userId !== personId;
  if (acting && !admins.some(({ id }) => id === actor.userId))
    throw new Forbidden("Only hub administrators can do this.");
  const person = locked.find(({ id, erasedAt }) => id === personId && !erasedAt);
  if (!person) throw new NotFound("This person doesn’t exist.");
  return { person, otherAdmins: admins.some(({ id }) => id !== personId) };
}

export interface OwnedBrand {
  id: string;
  name: string;
  slug: string;
  archivedAt: Date | null;
  deletionDueAt: Date | null;
}

/** Brands, archived ones included, without another owner who can sign in. */
export async function brandsOwnedAlone({ db }: Ctx, personId: string): Promise<OwnedBrand[]> {
  return db
    .select({
      id: brands.id,
      name: brands.name,
      slug: brands.slug,
      archivedAt: brands.archivedAt,
      deletionDueAt: brandDeletions.dueAt,
    })
    .from(memberships)
    .innerJoin(brands, eq(brands.id, memberships.brandId))
    .leftJoin(brandDeletions, eq(brandDeletions.brandId, brands.id))
    .where(
      and(
        eq(memberships.userId, personId),
        eq(memberships.role, "owner"),
        sql`not exists (select 1 from memberships o join users u on u.id = o.user_id
          where o.brand_id = ${brands.id} and o.role = 'owner' and o.user_id <> ${personId} and u.deactivated_at is null)`,
      ),
    )
    .orderBy(brands.name);
}

/** A removed person must not return through an invitation to another email of theirs. */
export async function revokeInvitationsBy(ctx: Ctx, personId: string): Promise<void> {
  const revoked = await ctx.db
    .update(invitations)
    .set({ revokedAt: ctx.now })
    .where(and(eq(invitations.invitedBy, personId), isNull(invitations.acceptedAt), isNull(invitations.revokedAt)))
    .returning({ id: invitations.id, email: invitations.email, brandId: invitations.brandId });
  if (revoked.length === 0) return;
  const entries = revoked.map(({ id, email, brandId }) => ({
    brandId,
    action: "invitation.revoked" as const,
    target: { kind: "invitation", id, label: email },
  }));
  await recordAudits(ctx, entries);
}

/** Call it in the transaction that removes the right to create setup links. */
export async function withdrawHandOversBy(ctx: Ctx, personId: string): Promise<void> {
  const live = and(isNull(handOvers.withdrawnAt), gt(handOvers.expiresAt, ctx.now));
  const withdrawn = await ctx.db
    .update(handOvers)
    .set({ withdrawnAt: ctx.now })
    .from(tools)
    .where(and(eq(tools.slug, handOvers.toolSlug), eq(handOvers.createdBy, personId), live))
    .returning({ id: handOvers.id, name: handOvers.name, tool: { name: tools.name } });
  if (withdrawn.length === 0) return;
  const entries = withdrawn.map(({ id, name, tool }) => ({
    brandId: null,
    action: "hand_over.withdrawn" as const,
    target: { kind: "hand_over", id, label: `${tool.name}: ${name}` },
  }));
  await recordAudits(ctx, entries);
}
