import { and, eq } from "drizzle-orm";
import { memberships } from "@/db/schema";
import { requireRecentProof } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { getMember, type MemberKey } from "./change-role";
import { lockBrand, requirePermission } from "./require-permission";
import { revokeInvitationsOf } from "./revoke-invitations-of";

/**
 * Makes a member the brand's owner in the acting owner's place, who stays on as an admin.
 * @throws Forbidden unless an owner acts, ProofNeeded, NotFound for who is no member, BadRequest for oneself, and for who cannot sign in
 */
export async function transferBrand(ctx: Ctx, to: MemberKey): Promise<void> {
  const { userId, brand } = await requirePermission(ctx, to.brandId, "own");
  requireRecentProof(ctx);
  if (to.userId === userId) throw new BadRequest("You own this brand already.", { field: "userId" });
  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx };
    await lockBrand(inTx, brand.id, "own");
    const heir = await getMember(inTx, to);
    if (heir.deactivatedAt) throw new BadRequest(`The account of ${heir.name} is deactivated.`, { field: "userId" });
    const ofBrand = eq(memberships.brandId, brand.id);
    await tx
      .update(memberships)
      .set({ role: "owner" })
      .where(and(ofBrand, eq(memberships.userId, to.userId)));
    await tx
      .update(memberships)
      .set({ role: "admin" })
      .where(and(ofBrand, eq(memberships.userId, userId)));
    await revokeInvitationsOf(inTx, { brandId: brand.id, userId, role: "admin" });
    await recordAudit(inTx, {
      brandId: brand.id,
      action: "brand.transferred",
      target: { kind: "user", id: to.userId, label: heir.name },
      diff: { role: [heir.role, "owner"] },
    });
  });
}
