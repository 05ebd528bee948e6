import { eq } from "drizzle-orm";
import { hubSettings, users } from "@/db/schema";
import { inTransaction, requireHubAdmin, requireRecentProof } from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { voidAccountLinks } from "../account/account-links";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { revokeSessionsOf } from "../sessions/revoke-sessions";
import { brandsOwnedAlone, lockPerson, revokeInvitationsBy, withdrawHandOversBy } from "./lock-person";

/**
 * Ends every session of a person, browsers and named tokens; gives how many. One's own session, by which one asks, stays.
 * @throws Forbidden unless a hub administrator asks, ProofNeeded
 */
export async function signOutPerson(ctx: Ctx, { personId }: { personId: string }): Promise<number> {
  const { userId, session } = requireHubAdmin(ctx);
  requireRecentProof(ctx);
  return inTransaction(ctx, async (inTx) => {
    const [person] = await inTx.db.select({ name: users.name }).from(users).where(eq(users.id, personId));
    if (!person) throw new NotFound("There is no such person.");
    const exceptSid = personId === userId ? session?.sid : undefined;
    return revokeSessionsOf(inTx, { userId: personId, exceptSid, ofName: person.name });
  });
}

/** Whose account, and whether it administers the hub from now on. */
interface HubAdminChange {
  personId: string;
  on: boolean;
}

/**
 * Makes a person a hub administrator, or one no more, which withdraws their setup links. Their browsers are signed out either way: what an administrator may do begins with a
 * sign-in of theirs, not in a browser that was left open; named tokens reach none of it and stay. False where it was so already.
 * @throws Forbidden unless a hub administrator asks, ProofNeeded, NotFound
 * @throws BadRequest for one's own account, so that one always is left; for one that is deactivated; for one whose email nobody has proved, since
 * whoever made it may be another
 */
export async function setHubAdmin(ctx: Ctx, { personId, on }: HubAdminChange): Promise<boolean> {
  const { userId } = requireHubAdmin(ctx);
  requireRecentProof(ctx);
  if (personId === userId)
    throw new BadRequest("You cannot change this of your own account. Another hub administrator can.");
  return inTransaction(ctx, async (inTx) => {
    const { person } = await lockPerson(inTx, { personId });
    if (person.hubAdmin === on) return false;
    if (on && person.deactivatedAt)
      throw new BadRequest(`${person.name} is deactivated. Reactivate the account first.`);
    if (on && !person.emailVerifiedAt)
      throw new BadRequest(`${person.name} has not confirmed their email yet. They do so in their account.`);
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
  /** Brands, not archived, whose only working owner they were; they stay its owner in name. */
  soleOwnerOf: { name: string; slug: string }[];
}

/**
 * Lets nobody in with a person's account: ends their browsers' sessions, named tokens and with them the federation tokens at once, and
 * the open invitations, setup links and mailed links of the account; what they did, their memberships and their brands' API keys stay. It changes nothing for an account that is deactivated.
 * @throws Forbidden unless a hub administrator asks, ProofNeeded, BadRequest for their own account: so one always is left
 */
export async function deactivatePerson(ctx: Ctx, { personId }: { personId: string }): Promise<Deactivation> {
  const { userId } = requireHubAdmin(ctx);
  requireRecentProof(ctx);
  if (personId === userId)
    throw new BadRequest("You cannot deactivate your own account. Another hub administrator can.");
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
    // The link that undoes a change of email may be all that the account's true owner has.
    await voidAccountLinks(inTx, { userId: personId, kinds: ["reset_password", "verify_email", "change_email"] });
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
    const { person } = await lockPerson(inTx, { personId });
    if (!person.deactivatedAt) return;
    await inTx.db.update(users).set({ deactivatedAt: null }).where(eq(users.id, personId));
    const target = { kind: "user", id: personId, label: person.name };
    await recordAudit(inTx, { brandId: null, action: "account.reactivated", target });
  });
}

const SETTINGS = { only: true } as const;

/** Whether the hub requires two-step sign-in of its administrators. @throws Forbidden unless one of them asks */
export async function readTwoStepOfAdmins(ctx: Ctx): Promise<boolean> {
  requireHubAdmin(ctx);
  const [settings] = await ctx.db.select().from(hubSettings);
  return settings?.twoStepOfAdmins ?? false;
}

/**
 * Has the hub require two-step sign-in of its administrators, or no more, at once and with an audit entry.
 * @throws Forbidden unless one of them asks, ProofNeeded
 * @throws BadRequest for one who would lock themselves out: whose own session is a weak one
 */
export async function setTwoStepOfAdmins(ctx: Ctx, { on }: { on: boolean }): Promise<void> {
  const { session } = requireHubAdmin(ctx);
  requireRecentProof(ctx);
  if (on && !session?.strong)
    throw new BadRequest(
      "Set up two-step sign-in in your own account first, and confirm with it, so that you stay in.",
    );
  await inTransaction(ctx, async (inTx) => {
    await inTx.db.insert(hubSettings).values(SETTINGS).onConflictDoNothing();
    const [before] = await inTx.db.select().from(hubSettings).where(eq(hubSettings.only, true)).for("update");
    if (before?.twoStepOfAdmins === on) return;
    await inTx.db.update(hubSettings).set({ twoStepOfAdmins: on });
    await recordAudit(inTx, {
      brandId: null,
      action: on ? "sign_in.two_step_required" : "sign_in.two_step_lifted",
      target: { kind: "hub", id: "administrators", label: "hub administrators" },
    });
  });
}
