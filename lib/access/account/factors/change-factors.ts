import { and, eq, gte } from "drizzle-orm";
import { authenticatorApps, passkeys, recoveryCodes, users } from "@/db/schema";
import { inTransaction, requireOperator, requireRecentProof, requireUser } from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { recordAccountAudit } from "../../audit/record-audit";
import type { Ctx } from "../../context";
import { holdSession, strengthenSession, voidReauthentications, weakenSessions } from "../../sessions/live-session";
import { revokeSessionsOf } from "../../sessions/revoke-sessions";
import { parseEmail } from "../account-input";
import { enqueueAccountMail } from "../account-mails";
import { requireSignInMethod } from "../sign-in-method";
import { factorRequiredBy, hasFactor } from "./list-factors";
import { replaceRecoveryCodes } from "./recovery-codes";

type Owner = typeof users.$inferSelect;

/** Runs one factor change at a time per user, in a transaction, and sends its mails. */
export async function changeFactors<T>(ctx: Ctx, change: (ctx: Ctx, owner: Owner) => Promise<T>): Promise<T> {
  const { userId } = requireUser(ctx);
  const result = await inTransaction(ctx, async (inTx) => {
    const [owner] = await inTx.db.select().from(users).where(eq(users.id, userId)).for("update");
    if (!owner) throw new NotFound("This account no longer exists.");
    await holdSession(inTx);
    return change(inTx, owner);
  });
  ctx.wakeTick();
  return result;
}

/**
 * Adds a factor that was just used, and strengthens this session. The first one voids re-authentications in other
 * browsers.
 * @throws CompanySignInOnly
 * @returns recovery codes, once, with the first factor
 */
export const addFactor = (ctx: Ctx, add: (ctx: Ctx, owner: Owner) => Promise<{ what: string }>) =>
  changeFactors(ctx, async (inTx, owner) => {
    const { id: userId, email } = owner;
    requireSignInMethod(inTx, { email, by: "factor" });
    const first = !(await hasFactor(inTx, { userId }));
    const { what } = await add(inTx, owner);
    if (first) await voidReauthentications(inTx);
    await strengthenSession(inTx);
    const url = `${ctx.baseUrl}/account/security`;
    await enqueueAccountMail(inTx, { kind: "account.factor_added", to: email, words: { what, url } });
    return first ? replaceRecoveryCodes(inTx, { userId }) : null;
  });

/**
 * Removes a factor. Without any left, recovery codes go and every session is weak.
 * @throws BadRequest for a last factor that is required
 */
export const removeFactor = (ctx: Ctx, remove: (ctx: Ctx, owner: Owner) => Promise<{ what: string }>) =>
  changeFactors(ctx, async (inTx, owner) => {
    const { id: userId, email } = owner;
    const { what } = await remove(inTx, owner);
    if (!(await hasFactor(inTx, { userId }))) {
      const requiredBy = await factorRequiredBy(inTx, { userId });
      if (requiredBy.length > 0) {
        throw new BadRequest(
          `This is your last factor, and two-factor authentication is required by ${requiredBy.join(", ")}. Add another one first.`,
        );
      }
      await inTx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
      await weakenSessions(inTx, { userId });
    }
    const url = `${ctx.baseUrl}/account/security`;
    await enqueueAccountMail(inTx, { kind: "account.factor_removed", to: email, words: { what, url } });
  });

/**
 * Deletes an account's factors and recovery codes, or those created since `since`. Returns whether there were any. The
 * caller ends the sessions.
 */
export async function clearFactors(
  ctx: Ctx,
  { user, since }: { user: { id: string; name: string }; since?: Date },
): Promise<boolean> {
  const cleared: unknown[] = [];
  for (const table of [passkeys, authenticatorApps, recoveryCodes] as const) {
    const made = since && gte(table.createdAt, since);
    cleared.push(
      ...(await ctx.db
        .delete(table)
        .where(and(eq(table.userId, user.id), made))
        .returning({ userId: table.userId })),
    );
  }
  if (cleared.length === 0) return false;
  await recordAccountAudit(ctx, "account.factors_cleared", user);
  return true;
}

/**
 * Clears a user's factors, ends their sessions and mails them. The operator must verify that the email's owner asked.
 * @throws BadRequest, NotFound
 */
export async function resetFactors(ctx: Ctx, input: { email: string }): Promise<{ email: string; cleared: boolean }> {
  requireOperator(ctx);
  const email = parseEmail(input.email);
  const cleared = await inTransaction(ctx, async (inTx) => {
    const [user] = await inTx.db.select().from(users).where(eq(users.email, email)).for("update");
    if (!user) throw new NotFound(`No account has the email ${email}.`);
    if (!(await clearFactors(inTx, { user }))) return false;
    await revokeSessionsOf(inTx, { userId: user.id, ofName: user.name });
    await enqueueAccountMail(inTx, { kind: "account.factors_cleared", to: email, words: undefined });
    return true;
  });
  if (cleared) ctx.wakeTick();
  return { email, cleared };
}

/** Replaces the ten recovery codes and returns them once. @throws ReauthRequired, or BadRequest without a factor */
export async function makeRecoveryCodes(ctx: Ctx): Promise<string[]> {
  requireUser(ctx);
  requireRecentProof(ctx);
  return changeFactors(ctx, async (inTx, { id: userId, name, email }) => {
    if (!(await hasFactor(inTx, { userId })))
      throw new BadRequest("Recovery codes replace a lost passkey or authenticator app. Set up one of these first.");
    const codes = await replaceRecoveryCodes(inTx, { userId });
    await recordAccountAudit(inTx, "account.recovery_codes_made", { id: userId, name });
    const words = { url: `${ctx.baseUrl}/account/security` };
    await enqueueAccountMail(inTx, { kind: "account.recovery_codes_made", to: email, words });
    return codes;
  });
}
