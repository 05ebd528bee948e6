import { eq } from "drizzle-orm";
import { users } from "@/db/schema";
import { inTransaction, requireOperator } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { recordAccountAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { revokeSessionsOf } from "../sessions/revoke-sessions";
import { parseEmail } from "./account-input";
import { checkNewPassword } from "./change-password";
import { clearFactors } from "./factors/change-factors";
import { hashPassword } from "./password";

export type HubAdminStep = "promote" | "set-password" | "is-one";

type Known = { hubAdmin: boolean; emailVerifiedAt: Date | null } | undefined;

/** Someone else may know the password of an unverified account. */
function stepFor(known: Known): HubAdminStep {
  if (known?.hubAdmin) return "is-one";
  return known?.emailVerifiedAt ? "promote" : "set-password";
}

/** @throws BadRequest for an invalid email */
export async function nextHubAdminStep(ctx: Ctx, { email }: { email: string }): Promise<HubAdminStep> {
  requireOperator(ctx);
  const [known] = await ctx.db
    .select()
    .from(users)
    .where(eq(users.email, parseEmail(email)));
  return stepFor(known);
}

/**
 * Makes the email's owner a hub administrator, with a new account if needed. A new password ends all sessions and
 * factors.
 * @throws BadRequest with the field for a bad email, or a missing or weak password
 */
export async function makeHubAdmin(
  ctx: Ctx,
  input: { email: string; password: string | null },
): Promise<{ email: string; changed: boolean }> {
  requireOperator(ctx);
  const email = parseEmail(input.email);
  const name = email.slice(0, email.indexOf("@"));
  if (input.password !== null) await checkNewPassword(input.password, { name, email });
  const passwordHash = input.password === null ? null : await hashPassword(input.password);
  return inTransaction(ctx, async (inTx) => {
    const made = await inTx.db
      .insert(users)
      .values({ id: newId(), email, name, createdAt: ctx.now })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id });
    const [user] = await inTx.db.select().from(users).where(eq(users.email, email)).for("update");
    if (!user) throw new Error("inserted user not found");
    const step = stepFor(user);
    if (step === "is-one") return { email, changed: false };
    if (step === "set-password" && passwordHash === null) {
      throw new BadRequest(`${email} needs a new password.`, { field: "password" });
    }
    if (made.length > 0) await recordAccountAudit(inTx, "account.created", user);
    if (step === "set-password") {
      await inTx.db.update(users).set({ passwordHash }).where(eq(users.id, user.id));
      await recordAccountAudit(inTx, "account.password_changed", user);
      await clearFactors(inTx, { user });
      await revokeSessionsOf(inTx, { userId: user.id });
    }
    await inTx.db.update(users).set({ hubAdmin: true }).where(eq(users.id, user.id));
    await recordAccountAudit(inTx, "account.made_hub_admin", user);
    return { email, changed: true };
  });
}
