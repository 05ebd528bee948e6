import { eq } from "drizzle-orm";
import { users } from "@/db/schema";
import { inTransaction, requireUser } from "@/lib/platform/context";
import { recordAccountAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { parseAccountName } from "./account-input";
import { ownRow } from "./change-email";
import { companyDomainOf } from "./sign-in-method";

export type Account = Awaited<ReturnType<typeof readAccount>>;

/** @throws NotFound when the account is gone */
export async function readAccount(ctx: Ctx) {
  requireUser(ctx);
  const user = await ownRow(ctx);
  return {
    name: user.name,
    email: user.email,
    /** False if the user signs in with a provider only. */
    hasPassword: user.passwordHash !== null,
    emailVerified: user.emailVerifiedAt !== null,
    /** The company's provider if it manages this email, which then can't change here. */
    onlyBy: companyDomainOf(ctx, user.email) && ctx.companySignIn.name,
  };
}

/** @throws BadRequest with `field: "name"` unless it has 1 to 120 characters */
export async function renameAccount(ctx: Ctx, input: { name: string }): Promise<void> {
  const { userId } = requireUser(ctx);
  const name = parseAccountName(input.name);
  await inTransaction(ctx, async (inTx) => {
    const own = eq(users.id, userId);
    const [before] = await inTx.db.select({ name: users.name }).from(users).where(own).for("update");
    if (before?.name === name) return;
    await inTx.db.update(users).set({ name }).where(own);
    await recordAccountAudit(inTx, "account.renamed", { id: userId, name }, { name: [before?.name, name] });
  });
}
