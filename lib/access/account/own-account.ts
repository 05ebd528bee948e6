import { eq } from "drizzle-orm";
import { users } from "@/db/schema";
import { requireUser } from "@/lib/platform/context";
import { NotFound } from "@/lib/platform/errors";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { parseAccountName } from "./account-input";
import { companyDomainOf } from "./sign-in-method";

export interface Account {
  name: string;
  email: string;
  /** False if the user signs in with a provider only. */
  hasPassword: boolean;
  emailVerified: boolean;
  /** The company's provider if it manages this email, which then can't change here. */
  onlyBy: string | null;
}

/** @throws NotFound when the account is gone */
export async function readAccount(ctx: Ctx): Promise<Account> {
  const { userId } = requireUser(ctx);
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId));
  if (!user) throw new NotFound("This account no longer exists.");
  return {
    name: user.name,
    email: user.email,
    hasPassword: user.passwordHash !== null,
    emailVerified: user.emailVerifiedAt !== null,
    onlyBy: companyDomainOf(ctx, user.email) && ctx.companySignIn.name,
  };
}

/** @throws BadRequest with `field: "name"` unless it has 1 to 120 characters */
export async function renameAccount(ctx: Ctx, input: { name: string }): Promise<void> {
  const { userId } = requireUser(ctx);
  const name = parseAccountName(input.name);
  await ctx.db.transaction(async (tx) => {
    const [before] = await tx.select({ name: users.name }).from(users).where(eq(users.id, userId)).for("update");
    if (before?.name === name) return;
    await tx.update(users).set({ name }).where(eq(users.id, userId));
    const target = { kind: "user", id: userId, label: name };
    const diff: Record<string, [unknown, unknown]> = { name: [before?.name, name] };
    await recordAudit({ ...ctx, db: tx }, { brandId: null, action: "account.renamed", target, diff });
  });
}
