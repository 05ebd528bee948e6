import { and, eq, isNull, or, sql } from "drizzle-orm";
import { brands, invitations, memberships, users } from "@/db/schema";
import { recordAudit, recordAudits } from "@/lib/audit/server";
import { type Ctx, inTransaction, requireHubAdmin, requireRecentProof } from "@/lib/kernel/context";
import { BadRequest, Forbidden, NotFound } from "@/lib/kernel/errors";
import { revokeSessionsOf } from "@/lib/sessions/server";

/** What deactivating a person came to. */
export interface Deactivation {
  name: string;
  /** Brands, not archived, whose only working owner they were; they stay its owner in name. */
  soleOwnerOf: { name: string; slug: string }[];
}

/**
 * The person's row and those of all hub administrators, locked in one order: of two administrators who deactivate each other at once, the
 * second finds that they are no longer one.
 */
async function lockPerson(ctx: Ctx, personId: string) {
  const { userId } = requireHubAdmin(ctx);
  const locked = await ctx.db
    .select()
    .from(users)
    .where(or(eq(users.id, personId), eq(users.hubAdmin, true)))
    .orderBy(users.id)
    .for("update");
  const acting = locked.find(({ id }) => id === userId);
  if (!acting?.hubAdmin || acting.deactivatedAt) throw new Forbidden("Only hub administrators may do this.");
  const person = locked.find(({ id }) => id === personId);
  if (!person) throw new NotFound("There is no such person.");
  return person;
}

/** Brands, not archived, that have this owner and no other who can sign in. */
async function brandsOwnedAlone({ db }: Ctx, personId: string): Promise<Deactivation["soleOwnerOf"]> {
  return db
    .select({ name: brands.name, slug: brands.slug })
    .from(memberships)
    .innerJoin(brands, eq(brands.id, memberships.brandId))
    .where(
      and(
        eq(memberships.userId, personId),
        eq(memberships.role, "owner"),
        isNull(brands.archivedAt),
        sql`not exists (select 1 from memberships o join users u on u.id = o.user_id
          where o.brand_id = ${brands.id} and o.role = 'owner' and o.user_id <> ${personId} and u.deactivated_at is null)`,
      ),
    )
    .orderBy(brands.name);
}

/** Who was let go must not come back by an invitation that they made for another email of theirs. */
async function revokeInvitationsBy(ctx: Ctx, personId: string): Promise<void> {
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

/**
 * Lets nobody in with a person's account: ends their browsers' sessions, named tokens and with them the federation tokens at once, and
 * the open invitations they made; what they did, their memberships and their brands' API keys stay. It changes nothing for an account that is deactivated.
 * @throws Forbidden unless a hub administrator asks, ProofNeeded, BadRequest for their own account: so one always is left
 */
export async function deactivatePerson(ctx: Ctx, { personId }: { personId: string }): Promise<Deactivation> {
  const { userId } = requireHubAdmin(ctx);
  requireRecentProof(ctx);
  if (personId === userId)
    throw new BadRequest("You cannot deactivate your own account. Another hub administrator can.");
  return inTransaction(ctx, async (inTx) => {
    const person = await lockPerson(inTx, personId);
    const soleOwnerOf = await brandsOwnedAlone(inTx, personId);
    const outcome = { name: person.name, soleOwnerOf };
    if (person.deactivatedAt) return outcome;
    await inTx.db.update(users).set({ deactivatedAt: ctx.now }).where(eq(users.id, personId));
    const diff: Record<string, [unknown, unknown]> = {
      "sole owner of": [null, soleOwnerOf.map(({ slug }) => slug).join(", ")],
    };
    const target = { kind: "user", id: personId, label: person.name };
    const entry = { brandId: null, action: "account.deactivated", target } as const;
    await recordAudit(inTx, soleOwnerOf.length > 0 ? { ...entry, diff } : entry);
    await revokeSessionsOf(inTx, { userId: personId, ofName: person.name });
    await revokeInvitationsBy(inTx, personId);
    return outcome;
  });
}

/**
 * Lets a person sign in again, as they did before; what was ended stays ended.
 * @throws Forbidden unless a hub administrator asks, ProofNeeded
 */
export async function reactivatePerson(ctx: Ctx, { personId }: { personId: string }): Promise<void> {
  requireHubAdmin(ctx);
  requireRecentProof(ctx);
  await inTransaction(ctx, async (inTx) => {
    const person = await lockPerson(inTx, personId);
    if (!person.deactivatedAt) return;
    await inTx.db.update(users).set({ deactivatedAt: null }).where(eq(users.id, personId));
    const target = { kind: "user", id: personId, label: person.name };
    await recordAudit(inTx, { brandId: null, action: "account.reactivated", target });
  });
}
