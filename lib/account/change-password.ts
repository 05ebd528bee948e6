import { and, eq, isNull } from "drizzle-orm";
import { users } from "@/db/schema";
import { recordAudit } from "@/lib/audit/server";
import { type Ctx, requireUser } from "@/lib/kernel/context";
import { BadRequest, NotFound } from "@/lib/kernel/errors";
import { revokeAllSessions } from "@/lib/sessions/server";
import { checkNewPassword, hashPassword, verifyPassword } from "./password";

interface NewPassword {
  current: string;
  password: string;
  /** The browser's own session. */
  sid: string;
}

/**
 * Sets the acting user's password and ends their sessions in every other browser; named tokens are no sign-ins by password
 * and stay. Who has a password proves it first; who only signed in elsewhere sets their first one.
 * @throws BadRequest (`field: "current"`) when the present password is wrong, (`field: "password"`) when the new one may not be set
 */
export async function changePassword(ctx: Ctx, input: NewPassword): Promise<void> {
  const { userId } = requireUser(ctx);
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId));
  if (!user) throw new NotFound("This account is gone.");
  if (user.passwordHash && !(await verifyPassword(input.current, user.passwordHash))) {
    throw new BadRequest("That is not your present password.", { field: "current" });
  }
  checkNewPassword(input.password, user);
  const passwordHash = await hashPassword(input.password);
  await ctx.db.transaction(async (tx) => {
    const proven = user.passwordHash ? eq(users.passwordHash, user.passwordHash) : isNull(users.passwordHash);
    const changed = await tx
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, userId), proven))
      .returning({ id: users.id });
    if (changed.length === 0) throw new BadRequest("Your password was changed a moment ago.", { field: "current" });
    const target = { kind: "user", id: userId, label: user.name };
    const inTx = { ...ctx, db: tx };
    await recordAudit(inTx, { brandId: null, action: "account.password_changed", target });
    await revokeAllSessions(inTx, { kind: "browser", exceptSid: input.sid });
  });
}
