import { and, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import { pick } from "@/db/pick";
import { brandDeletions, brands, handOvers, hubSettings, invitations, memberships, tools, users } from "@/db/schema";
import { inTransaction, requireHubAdmin, requireRecentProof } from "@/lib/platform/context";
import { BadRequest, Forbidden, NotFound } from "@/lib/platform/errors";
import { voidAccountLinks } from "../account/account-links";
import { recordAccountAudit, recordAudit, recordAudits } from "../audit/record-audit";
import type { Ctx } from "../context";
import { revokeInvitations } from "../members/invite-member";
import { revokeSessionsOf } from "../sessions/revoke-sessions";

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

export type OwnedBrand = Awaited<ReturnType<typeof brandsOwnedAlone>>[number];

/** Brands, archived ones included, without another owner who can sign in. */
export async function brandsOwnedAlone({ db }: Ctx, personId: string) {
  return db
    .select({ ...pick(brands, "id", "name", "slug", "archivedAt"), deletionDueAt: brandDeletions.dueAt })
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

/** Returns how many sessions and tokens ended. Keeps the caller's own session. @throws Forbidden, ReauthRequired */
export async function signOutPerson(ctx: Ctx, { personId }: { personId: string }): Promise<number> {
  const { userId, session } = requireHubAdmin(ctx);
  requireRecentProof(ctx);
  return inTransaction(ctx, async (inTx) => {
    const [person] = await inTx.db.select({ name: users.name }).from(users).where(eq(users.id, personId));
    if (!person) throw new NotFound("This person doesn’t exist.");
    const exceptSid = personId === userId ? session?.sid : undefined;
    return revokeSessionsOf(inTx, { userId: personId, exceptSid, ofName: person.name });
  });
}

/**
 * Adds or removes a hub administrator; returns false if nothing changed. Ends their browser sessions, because
 * administrator rights must start with a fresh sign-in. Named tokens stay, since they can't administer the hub.
 * @throws Forbidden, ReauthRequired, NotFound
 * @throws BadRequest for oneself, so that one stays; for a deactivated account; and for an unverified email, which
 * someone else may have registered
 */
export async function setHubAdmin(ctx: Ctx, { personId, on }: { personId: string; on: boolean }): Promise<boolean> {
  const { userId } = requireHubAdmin(ctx);
  requireRecentProof(ctx);
  if (personId === userId)
    throw new BadRequest("You can’t change your own administrator access. Ask another hub administrator.");
  return inTransaction(ctx, async (inTx) => {
    const { person } = await lockPerson(inTx, { personId });
    if (person.hubAdmin === on) return false;
    if (on && person.deactivatedAt)
      throw new BadRequest(`${person.name} is deactivated. Reactivate the account first.`);
    if (on && !person.emailVerifiedAt)
      throw new BadRequest(`${person.name} hasn’t confirmed their email. They can do so in their account.`);
    await inTx.db.update(users).set({ hubAdmin: on }).where(eq(users.id, personId));
    const action = on ? "account.made_hub_admin" : "account.unmade_hub_admin";
    await recordAccountAudit(inTx, action, person);
    if (!on) await withdrawHandOversBy(inTx, personId);
    await revokeSessionsOf(inTx, { userId: personId, kind: "browser", ofName: person.name });
    return true;
  });
}

export type Deactivation = Awaited<ReturnType<typeof deactivatePerson>>;

/**
 * Ends the account's sessions, tokens, open invitations, setup links and mailed links. Memberships and API keys stay.
 * @throws Forbidden, ReauthRequired, or BadRequest for oneself, so that one administrator stays
 */
export async function deactivatePerson(ctx: Ctx, { personId }: { personId: string }) {
  const { userId } = requireHubAdmin(ctx);
  requireRecentProof(ctx);
  if (personId === userId)
    throw new BadRequest("You can’t deactivate your own account. Ask another hub administrator.");
  return inTransaction(ctx, async (inTx) => {
    const { person } = await lockPerson(inTx, { personId });
    const owned = (await brandsOwnedAlone(inTx, personId)).filter(({ archivedAt }) => !archivedAt);
    /** Active brands without another owner who can sign in. */
    const soleOwnerOf = owned.map(({ name, slug }) => ({ name, slug }));
    const outcome = { name: person.name, soleOwnerOf };
    if (person.deactivatedAt) return outcome;
    await inTx.db.update(users).set({ deactivatedAt: ctx.now }).where(eq(users.id, personId));
    const alone = soleOwnerOf.map(({ slug }) => slug).join(", ");
    await recordAccountAudit(
      inTx,
      "account.deactivated",
      person,
      alone ? { "sole owner of": [null, alone] } : undefined,
    );
    await revokeSessionsOf(inTx, { userId: personId, ofName: person.name });
    // They must not return through an invitation to another email of theirs.
    await revokeInvitations(inTx, eq(invitations.invitedBy, personId));
    await withdrawHandOversBy(inTx, personId);
    // The undo link of an email change may be all the rightful owner has.
    await voidAccountLinks(inTx, { userId: personId, kinds: ["reset_password", "verify_email", "change_email"] });
    return outcome;
  });
}

/** Ended sessions and links stay ended. @throws Forbidden, ReauthRequired */
export async function reactivatePerson(ctx: Ctx, { personId }: { personId: string }): Promise<void> {
  requireHubAdmin(ctx);
  requireRecentProof(ctx);
  await inTransaction(ctx, async (inTx) => {
    const { person } = await lockPerson(inTx, { personId });
    if (!person.deactivatedAt) return;
    await inTx.db.update(users).set({ deactivatedAt: null }).where(eq(users.id, personId));
    await recordAccountAudit(inTx, "account.reactivated", person);
  });
}

export async function readAdminsNeedTwoFactor(ctx: Ctx): Promise<boolean> {
  requireHubAdmin(ctx);
  const [settings] = await ctx.db.select().from(hubSettings);
  return settings?.adminsNeedTwoFactor ?? false;
}

/** @throws Forbidden, ReauthRequired, or BadRequest if it would lock out the caller */
export async function setAdminsNeedTwoFactor(ctx: Ctx, { on }: { on: boolean }): Promise<void> {
  const { session } = requireHubAdmin(ctx);
  requireRecentProof(ctx);
  if (on && !session?.strong)
    throw new BadRequest(
      "Set up two-factor authentication for your own account first and confirm with it. Otherwise you would lock yourself out.",
    );
  await inTransaction(ctx, async (inTx) => {
    await inTx.db.insert(hubSettings).values({ only: true }).onConflictDoNothing();
    const [before] = await inTx.db.select().from(hubSettings).where(eq(hubSettings.only, true)).for("update");
    if (before?.adminsNeedTwoFactor === on) return;
    await inTx.db.update(hubSettings).set({ adminsNeedTwoFactor: on });
    await recordAudit(inTx, {
      brandId: null,
      action: on ? "sign_in.two_step_required" : "sign_in.two_step_lifted",
      target: { kind: "hub", id: "administrators", label: "hub administrators" },
    });
  });
}
