import { and, count, eq, ne, sql } from "drizzle-orm";
import { authenticatorApps, brands, memberships, passkeys } from "@/db/schema";
import { lockBrand, recordAudit, requirePermission } from "@/lib/access/server";
import { inTransaction, requireRecentProof } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import type { Ctx } from "./context";

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
