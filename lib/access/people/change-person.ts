import { eq } from "drizzle-orm";
import { users } from "@/db/schema";
import { inTransaction, requireHubAdmin, requireRecentProof } from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { revokeSessionsOf } from "../sessions/revoke-sessions";
import { lockPerson, withdrawHandOversBy } from "./lock-person";

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
export interface HubAdminChange {
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
