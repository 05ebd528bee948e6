import { and, eq, gte } from "drizzle-orm";
import { authenticatorApps, passkeys, recoveryCodes, users } from "@/db/schema";
import { inTransaction, requireOperator } from "@/lib/platform/context";
import { NotFound } from "@/lib/platform/errors";
import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../context";
import { revokeSessionsOf } from "../../sessions/revoke-sessions";
import { parseEmail } from "../account-input";
import { enqueueAccountMail } from "../account-mails";

/**
 * Clears an account's passkeys, authenticator app and recovery codes, or those made since a moment, with an entry if there were any; gives whether
 * there were. In the transaction of a verb that knows that they are, or may be, another's. That verb ends the sessions too.
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
  const target = { kind: "user", id: user.id, label: user.name };
  await recordAudit(ctx, { brandId: null, action: "account.factors_cleared", target });
  return true;
}

/**
 * Clears the factors of somebody who lost them all, ends their sessions, and tells them by mail. Whoever runs the hub vouches for it that the
 * person who asks is the one whose email it is. For the operator alone. @throws BadRequest for what is no email, NotFound where it has no account
 */
export async function resetFactors(ctx: Ctx, input: { email: string }): Promise<{ email: string; cleared: boolean }> {
  requireOperator(ctx);
  const email = parseEmail(input.email);
  const cleared = await inTransaction(ctx, async (inTx) => {
    const [user] = await inTx.db.select().from(users).where(eq(users.email, email)).for("update");
    if (!user) throw new NotFound(`${email} has no account.`);
    if (!(await clearFactors(inTx, { user }))) return false;
    await revokeSessionsOf(inTx, { userId: user.id, ofName: user.name });
    await enqueueAccountMail(inTx, { kind: "account.factors_cleared", to: email, words: undefined });
    return true;
  });
  if (cleared) ctx.wakeTick();
  return { email, cleared };
}
