import { and, eq, isNull, ne } from "drizzle-orm";
import { drafts, memberships, users } from "@/db/schema";
import type { Role } from "@/lib/contract";
import { inTransaction, requireRecentProof } from "@/lib/platform/context";
import { BadRequest, Forbidden, NotFound } from "@/lib/platform/errors";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { revokeInvitationsOf } from "./invite-member";
import { can } from "./permissions";
import { lockBrand, requirePermission } from "./require-permission";

export interface MemberKey {
  brandId: string;
  userId: string;
}

const memberIs = ({ brandId, userId }: MemberKey) =>
  and(eq(memberships.brandId, brandId), eq(memberships.userId, userId));

/** Call it under the brand's lock, which keeps the role stable. @throws NotFound */
async function getMember({ db }: Ctx, key: MemberKey) {
  const [member] = await db
    .select({ role: memberships.role, name: users.name, deactivatedAt: users.deactivatedAt })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(memberIs(key));
  if (!member) throw new NotFound("This person isn’t a member of the brand.");
  return member;
}

/** @throws BadRequest if this member is the last owner who can sign in */
async function requireAnotherOwner({ db }: Ctx, { brandId, userId }: MemberKey): Promise<void> {
  const others = await db
    .select({ userId: memberships.userId })
    .from(memberships)
    .innerJoin(users, and(eq(users.id, memberships.userId), isNull(users.deactivatedAt)))
    .where(and(eq(memberships.brandId, brandId), eq(memberships.role, "owner"), ne(memberships.userId, userId)))
    .limit(1);
  if (others.length === 0)
    throw new BadRequest("A brand needs an owner who can sign in. Make someone else an owner first.");
}

/**
 * Also revokes open invitations that the new role can't create.
 * @throws Forbidden; owner roles need an owner
 * @throws ReauthRequired for a managing role
 * @throws NotFound, or BadRequest if the brand would have no owner
 */
export async function changeRole(ctx: Ctx, input: MemberKey & { role: Role }): Promise<void> {
  const permission = input.role === "owner" ? "own" : "manage";
  await requirePermission(ctx, input.brandId, permission);
  if (can(input.role, "manage")) requireRecentProof(ctx);
  await inTransaction(ctx, async (inTx) => {
    // Two owners who step down at once see each other.
    const { role: actingRole } = await lockBrand(inTx, input.brandId, permission);
    const member = await getMember(inTx, input);
    if (member.role === input.role) return;
    if (member.role === "owner") {
      if (actingRole !== "owner") throw new Forbidden("Only owners can change an owner’s role.");
      await requireAnotherOwner(inTx, input);
    }
    await inTx.db.update(memberships).set({ role: input.role }).where(memberIs(input));
    await revokeInvitationsOf(inTx, input);
    await recordAudit(inTx, {
      brandId: input.brandId,
      action: "member.role_changed",
      target: { kind: "user", id: input.userId, label: member.name },
      diff: { role: [member.role, input.role] },
    });
  });
}

/**
 * Removes a member with their draft and the open invitations they made. Everyone can remove themselves.
 * @throws Forbidden; removing an owner needs an owner
 * @throws NotFound, or BadRequest if the brand would have no owner
 */
export async function removeMember(ctx: Ctx, key: MemberKey): Promise<void> {
  const leaving = ctx.actor.kind === "user" && ctx.actor.userId === key.userId;
  const permission = leaving ? "read" : "manage";
  await requirePermission(ctx, key.brandId, permission);
  await inTransaction(ctx, async (inTx) => {
    const acting = await lockBrand(inTx, key.brandId, permission);
    const member = await getMember(inTx, key);
    if (member.role === "owner") {
      if (acting.role !== "owner") throw new Forbidden("Only owners can remove an owner.");
      await requireAnotherOwner(inTx, key);
    }
    await inTx.db.delete(memberships).where(memberIs(key));
    await revokeInvitationsOf(inTx, { ...key, role: null });
    await inTx.db.delete(drafts).where(and(eq(drafts.brandId, key.brandId), eq(drafts.userId, key.userId)));
    await recordAudit(inTx, {
      brandId: key.brandId,
      action: leaving ? "member.left" : "member.removed",
      target: { kind: "user", id: key.userId, label: member.name },
      diff: { role: [member.role, null] },
    });
  });
}

/**
 * Makes a member the owner; the acting owner becomes an admin.
 * @throws Forbidden, ReauthRequired, NotFound, or BadRequest for oneself or a deactivated account
 */
export async function transferBrand(ctx: Ctx, to: MemberKey): Promise<void> {
  const { userId, brand } = await requirePermission(ctx, to.brandId, "own");
  requireRecentProof(ctx);
  if (to.userId === userId) throw new BadRequest("You already own this brand.", { field: "userId" });
  await inTransaction(ctx, async (inTx) => {
    await lockBrand(inTx, brand.id, "own");
    const newOwner = await getMember(inTx, to);
    if (newOwner.deactivatedAt)
      throw new BadRequest(`The account of ${newOwner.name} is deactivated.`, { field: "userId" });
    const from = { brandId: brand.id, userId };
    await inTx.db.update(memberships).set({ role: "owner" }).where(memberIs(to));
    await inTx.db.update(memberships).set({ role: "admin" }).where(memberIs(from));
    await revokeInvitationsOf(inTx, { ...from, role: "admin" });
    await recordAudit(inTx, {
      brandId: brand.id,
      action: "brand.transferred",
      target: { kind: "user", id: to.userId, label: newOwner.name },
      diff: { role: [newOwner.role, "owner"] },
    });
  });
}
