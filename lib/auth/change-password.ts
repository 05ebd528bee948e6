import { eq } from "drizzle-orm";
import { users } from "@/db/schema";
import { requireSelf } from "@/lib/account";
import { recordAudit } from "@/lib/audit";
import type { Ctx } from "@/lib/context";
import { BadRequest, NotFound } from "@/lib/errors";
import { checkNewPassword } from "./new-password";
import { hashPassword, verifyPassword } from "./password";

/**
 * Sets the acting user's password. Who has one proves it first; who only signed in elsewhere sets their first one.
 * @throws BadRequest (`field: "current"`) when the present password is wrong, (`field: "password"`) when the new one may not be set
 */
export async function changePassword(ctx: Ctx, input: { current: string; password: string }): Promise<void> {
  const userId = requireSelf(ctx);
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId));
  if (!user) throw new NotFound("This account is gone.");
  if (user.passwordHash && !(await verifyPassword(input.current, user.passwordHash))) {
    throw new BadRequest("That is not your present password.", { field: "current" });
  }
  checkNewPassword(input.password, user);
  const passwordHash = await hashPassword(input.password);
  await ctx.db.transaction(async (tx) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId));
    const target = { kind: "user", id: userId, label: user.name };
    await recordAudit({ ...ctx, db: tx }, { brandId: null, action: "account.password_changed", target });
  });
}
