import { eq } from "drizzle-orm";
import { hubSettings, users } from "@/db/schema";
import { inTransaction, requireHubAdmin, requireRecentProof } from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { voidAccountLinks } from "../account/account-links";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { revokeSessionsOf } from "../sessions/revoke-sessions";
import { brandsOwnedAlone, lockPerson, revokeInvitationsBy, withdrawHandOversBy } from "./lock-person";

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

interface HubAdminChange {
  personId: string;
  on: boolean;
}

/**
 * Adds or removes a hub administrator; returns false if nothing changed. Ends their browser sessions, because
 * administrator rights must start with a fresh sign-in. Named tokens stay, since they can't administer the hub.
 * @throws Forbidden, ReauthRequired, NotFound
 * @throws BadRequest for oneself, so that one stays; for a deactivated account; and for an unverified email, which
 * someone else may have registered
 */
export async function setHubAdmin(ctx: Ctx, { personId, on }: HubAdminChange): Promise<boolean> {
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
    const target = { kind: "user", id: personId, label: person.name };
    const action = on ? "account.made_hub_admin" : "account.unmade_hub_admin";
    await recordAudit(inTx, { brandId: null, action, target });
    if (!on) await withdrawHandOversBy(inTx, personId);
    await revokeSessionsOf(inTx, { userId: personId, kind: "browser", ofName: person.name });
    return true;
  });
}

export interface Deactivation {
  name: string;
  /** Active brands without another owner who can sign in. */
  soleOwnerOf: { name: string; slug: string }[];
}

/**
 * Ends the account's sessions, tokens, open invitations, setup links and mailed links. Memberships and API keys stay.
 * @throws Forbidden, ReauthRequired, or BadRequest for oneself, so that one administrator stays
 */
export async function deactivatePerson(ctx: Ctx, { personId }: { personId: string }): Promise<Deactivation> {
  const { userId } = requireHubAdmin(ctx);
  requireRecentProof(ctx);
  if (personId === userId)
    throw new BadRequest("You can’t deactivate your own account. Ask another hub administrator.");
  return inTransaction(ctx, async (inTx) => {
    const { person } = await lockPerson(inTx, { personId });
    const alone = (await brandsOwnedAlone(inTx, personId)).filter(({ archivedAt }) => !archivedAt);
    const soleOwnerOf = alone.map(({ name, slug }) => ({ name, slug }));
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
    const target = { kind: "user", id: personId, label: person.name };
    await recordAudit(inTx, { brandId: null, action: "account.reactivated", target });
  });
}

const SETTINGS = { only: true } as const;

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
    await inTx.db.insert(hubSettings).values(SETTINGS).onConflictDoNothing();
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
