import { and, eq } from "drizzle-orm";
import { drafts, memberships } from "@/db/schema";
import { Forbidden } from "@/lib/platform/errors";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { getMember, type MemberKey, requireAnotherOwner } from "./change-role";
import { lockBrand, requirePermission } from "./require-permission";
import { revokeInvitationsOf } from "./revoke-invitations-of";

/**
 * Ends a membership, and with it that person's draft and the open invitations that they made; ending one's own is leaving, which everybody may.
 * @throws Forbidden unless the acting user may manage the brand; only owners remove owners
 * @throws NotFound for who is no member, BadRequest when the brand would be left without an owner
 */
export async function removeMember(ctx: Ctx, key: MemberKey): Promise<void> {
  const leaving = ctx.actor.kind === "user" && ctx.actor.userId === key.userId;
  const permission = leaving ? "read" : "manage";
  await requirePermission(ctx, key.brandId, permission);
  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx };
    const acting = await lockBrand(inTx, key.brandId, permission);
    const member = await getMember(inTx, key);
    if (member.role === "owner") {
      if (acting.role !== "owner") throw new Forbidden("Only owners may remove an owner.");
      await requireAnotherOwner(inTx, key);
    }
    await tx.delete(memberships).where(and(eq(memberships.brandId, key.brandId), eq(memberships.userId, key.userId)));
    await revokeInvitationsOf(inTx, { ...key, role: null });
    await tx.delete(drafts).where(and(eq(drafts.brandId, key.brandId), eq(drafts.userId, key.userId)));
    await recordAudit(inTx, {
      brandId: key.brandId,
      action: leaving ? "member.left" : "member.removed",
      target: { kind: "user", id: key.userId, label: member.name },
      diff: { role: [member.role, null] },
    });
  });
}
