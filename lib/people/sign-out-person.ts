import { eq } from "drizzle-orm";
import { users } from "@/db/schema";
import { type Ctx, inTransaction, requireHubAdmin, requireRecentProof } from "@/lib/kernel/context";
import { NotFound } from "@/lib/kernel/errors";
import { revokeSessionsOf } from "@/lib/sessions/server";

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
