import { eq } from "drizzle-orm";
import { users } from "@/db/schema";
import { requireUser } from "@/lib/platform/context";
import { NotFound } from "@/lib/platform/errors";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { parseAccountName } from "./account-input";
import { companyDomainOf } from "./require-way-in";

export interface Account {
  name: string;
  email: string;
  /** False for who only signs in elsewhere: they set their first password without proving one. */
  hasPassword: boolean;
  /** False while nobody has proved that the email is theirs. */
  emailVerified: boolean;
  /** The company's provider, where it is the only way in: then neither email nor password are theirs to change. */
  onlyBy: string | null;
}

/** The acting user's own account. @throws Forbidden for any other actor, NotFound when the account is gone */
export async function readAccount(ctx: Ctx): Promise<Account> {
  const { userId } = requireUser(ctx);
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId));
  if (!user) throw new NotFound("This account is gone.");
  return {
    name: user.name,
    email: user.email,
    hasPassword: user.passwordHash !== null,
    emailVerified: user.emailVerifiedAt !== null,
    onlyBy: companyDomainOf(ctx, user.email) && ctx.companySignIn.name,
  };
}

/** Changes the acting user's name. @throws BadRequest (`field: "name"`) unless it has 1 to 120 characters */
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
