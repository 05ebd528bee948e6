import { eq } from "drizzle-orm";
import { recoveryCodes, users } from "@/db/schema";
import { inTransaction, requireUser } from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import type { Ctx } from "../../context";
import { holdSession } from "../../sessions/hold-session";
import { forgetProofs, strengthenSession, weakenSessions } from "../../sessions/strength";
import { enqueueAccountMail } from "../account-mails";
import { requireWayIn } from "../require-way-in";
import { hasFactor, whoRequiresFactor } from "./list-factors";
import { replaceRecoveryCodes } from "./recovery-codes";

type Owner = typeof users.$inferSelect;

/** Runs a change of the acting user's factors in one transaction, one at a time for each person, and wakes the tick for its mails. */
async function changingFactors<T>(ctx: Ctx, change: (ctx: Ctx, owner: Owner) => Promise<T>): Promise<T> {
  const { userId } = requireUser(ctx);
  const changed = await inTransaction(ctx, async (inTx) => {
    const [owner] = await inTx.db.select().from(users).where(eq(users.id, userId)).for("update");
    if (!owner) throw new NotFound("This account is gone.");
    await holdSession(inTx);
    return change(inTx, owner);
  });
  ctx.wakeTick();
  return changed;
}

/**
 * Adds a factor that the person has just used. With the first one they get recovery codes, and in every other browser what was proved
 * without it counts no more; the session in which they added it is as good as one that was opened by it.
 * @throws CompanySignInOnly for who would have no use for one
 * @returns the recovery codes, once; null for who has some already
 */
export const addingFactor = (ctx: Ctx, add: (ctx: Ctx, owner: Owner) => Promise<{ what: string }>) =>
  changingFactors(ctx, async (inTx, owner) => {
    const { id: userId, email } = owner;
    requireWayIn(inTx, { email, by: "factor" });
    const first = !(await hasFactor(inTx, { userId }));
    const { what } = await add(inTx, owner);
    if (first) await forgetProofs(inTx);
    await strengthenSession(inTx);
    const url = `${ctx.baseUrl}/account`;
    await enqueueAccountMail(inTx, { kind: "account.factor_added", to: email, words: { what, url } });
    return first ? replaceRecoveryCodes(inTx, { userId }) : null;
  });

/**
 * Takes a factor away. With the last one go the recovery codes, and sessions count as opened by the password alone.
 * @throws BadRequest for the last one, while a brand of theirs or the hub requires one
 */
export const removingFactor = (ctx: Ctx, remove: (ctx: Ctx, owner: Owner) => Promise<{ what: string }>) =>
  changingFactors(ctx, async (inTx, owner) => {
    const { id: userId, email } = owner;
    const { what } = await remove(inTx, owner);
    if (!(await hasFactor(inTx, { userId }))) {
      const requiring = await whoRequiresFactor(inTx, { userId });
      if (requiring.length > 0) {
        throw new BadRequest(
          `This is your last one, and two-step sign-in is required by ${requiring.join(", ")}. Add another one first.`,
        );
      }
      await inTx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
      await weakenSessions(inTx, { userId });
    }
    const url = `${ctx.baseUrl}/account`;
    await enqueueAccountMail(inTx, { kind: "account.factor_removed", to: email, words: { what, url } });
  });

/** Another change of the acting user's factors, that neither adds nor removes one. */
export const changingOwnFactors = changingFactors;
