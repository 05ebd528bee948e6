import { eq } from "drizzle-orm";
import { users } from "@/db/schema";
import { inTransaction, requireHubAdmin, requireRecentProof } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import { voidAccountLinks } from "../account/account-links";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { revokeSessionsOf } from "../sessions/revoke-sessions";
import { brandsOwnedAlone, lockPerson, revokeInvitationsBy, withdrawHandOversBy } from "./lock-person";

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
