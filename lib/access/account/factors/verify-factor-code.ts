import { eq, lt } from "drizzle-orm";
import { recoveryCodes, spentTokens, users } from "@/db/schema";
import { asUser, inTransaction } from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { type AuditEntry, recordAccountAudit } from "../../audit/record-audit";
import type { Ctx } from "../../context";
import { enqueueAccountMail } from "../account-mails";
import { auditFailedLogin, codeBudgets, countFailedAttempts } from "../failed-logins";
import { parseCode, spendAppCode } from "./authenticator-app";
import { parseRecoveryCode, spendRecoveryCode } from "./recovery-codes";

interface CodeInput {
  userId: string;
  code: string;
  /** Wrong codes count against the session or known browser; null for any other. */
  browser: string | null;
}

type Owner = Pick<typeof users.$inferSelect, "id" | "name" | "email">;

async function verifyAppCode(ctx: Ctx, owner: Owner, { code, browser }: { code: string; browser: string | null }) {
  const verify = async () => (await spendAppCode(ctx, { userId: owner.id, code })) || null;
  const budgets = codeBudgets(owner.id, browser);
  return (await countFailedAttempts(ctx, { budgets, user: owner, verify })) ?? false;
}

/** Recovery codes have 80 random bits, so wrong ones need no counting. */
async function redeemRecoveryCode(ctx: Ctx, owner: Owner, letters: string): Promise<boolean> {
  const { id: userId, email } = owner;
  return inTransaction(ctx, async (inTx) => {
    if (!(await spendRecoveryCode(inTx, { userId, letters }))) return false;
    const left = await inTx.db.$count(recoveryCodes, eq(recoveryCodes.userId, userId));
    const diff: AuditEntry["diff"] = { "codes left": [left + 1, left] };
    await recordAccountAudit(asUser(inTx, userId), "account.recovery_code_used", owner, diff);
    const url = `${ctx.baseUrl}/account/security`;
    await enqueueAccountMail(inTx, { kind: "account.recovery_code_used", to: email, words: { left, url } });
    return true;
  });
}

/**
 * Verifies an unused app code or recovery code. Audits wrong ones, and counts those of the app.
 * @returns its kind, for the audit log
 * @throws BadRequest with `field: "code"`, TooManyAttempts
 */
export async function verifyFactorCode(
  ctx: Ctx,
  { userId, code, browser }: CodeInput,
): Promise<"code" | "recovery code"> {
  const [owner] = await ctx.db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  if (!owner) throw new NotFound("This account no longer exists.");
  const [appCode, recoveryCode] = [parseCode(code.slice(0, 100)), parseRecoveryCode(code.slice(0, 100))];
  if (appCode !== null && (await verifyAppCode(ctx, owner, { code: appCode, browser }))) return "code";
  if (recoveryCode !== null && (await redeemRecoveryCode(ctx, owner, recoveryCode))) return "recovery code";
  if (appCode !== null || recoveryCode !== null)
    auditFailedLogin(ctx, { action: "account.second_step_failed", user: owner });
  throw new BadRequest("Wrong code. Each app code works once, for about a minute.", { field: "code" });
}

/** Outlives every clock that still accepts the token. */
const RETENTION_MS = 24 * 60 * 60_000;

/** True only for the first caller. Runs in the caller's transaction, so a failed request spends nothing. */
export async function spendOnce({ db, now }: Ctx, token: { id: string; expiresAt: Date }): Promise<boolean> {
  await db.delete(spentTokens).where(lt(spentTokens.expiresAt, new Date(now.getTime() - RETENTION_MS)));
  const spent = await db.insert(spentTokens).values(token).onConflictDoNothing().returning({ id: spentTokens.id });
  return spent.length > 0;
}
