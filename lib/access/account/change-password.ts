import { and, eq, isNull } from "drizzle-orm";
import { users } from "@/db/schema";
import { requireRecentProof, requireUser } from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { holdSession } from "../sessions/hold-session";
import { revokeAllSessions } from "../sessions/revoke-sessions";
import { voidAccountLinks } from "./account-links";
import { enqueueAccountMail } from "./account-mails";
import { checkNewPassword } from "./check-new-password";
import { hasFactor } from "./factors/list-factors";
import { hashPassword } from "./password";
import { provePassword } from "./prove-password";
import { requireWayIn } from "./require-way-in";

interface NewPassword {
  current: string;
  password: string;
  /** The browser's own session. */
  sid: string;
  /** Ends the named session tokens too: whoever knew the password may have issued them. */
  revokeTokens: boolean;
}

/**
 * Sets the acting user's password and ends their sessions in every other browser, and their named tokens unless they chose to
 * keep them. Who has a password proves it first, however recent their last proof; who only signed in elsewhere sets their first one.
 * Of who has a factor that is asked for as well: the password alone changes nothing.
 * @throws ProofNeeded for a first password, and for an account with a factor; CompanySignInOnly for who would have no use for one
 * @throws BadRequest (`field: "current"`) when the present password is wrong, (`field: "password"`) when the new one may not be set
 * @throws TooManyGuesses when this session has guessed the present one too often
 */
export async function changePassword(ctx: Ctx, input: NewPassword): Promise<void> {
  const { userId } = requireUser(ctx);
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId));
  if (!user) throw new NotFound("This account is gone.");
  requireWayIn(ctx, { email: user.email, by: "password" });
  if (user.passwordHash === null || (await hasFactor(ctx, { userId }))) requireRecentProof(ctx);
  const proved = user.passwordHash === null ? null : await provePassword(ctx, { password: input.current });
  await checkNewPassword(input.password, user);
  const passwordHash = await hashPassword(input.password);
  await ctx.db.transaction(async (tx) => {
    const proven = proved ? eq(users.passwordHash, proved.passwordHash) : isNull(users.passwordHash);
    const changed = await tx
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, userId), proven))
      .returning({ id: users.id });
    if (changed.length === 0) throw new BadRequest("Your password was changed a moment ago.", { field: "current" });
    const target = { kind: "user", id: userId, label: user.name };
    const inTx = { ...ctx, db: tx };
    await holdSession(inTx);
    await recordAudit(inTx, { brandId: null, action: "account.password_changed", target });
    await voidAccountLinks(inTx, { userId, kinds: ["reset_password", "change_email"] });
    await enqueueAccountMail(inTx, { kind: "account.new_password", to: user.email, words: undefined });
    await revokeAllSessions(inTx, { kind: input.revokeTokens ? undefined : "browser", exceptSid: input.sid });
  });
  ctx.wakeTick();
}
