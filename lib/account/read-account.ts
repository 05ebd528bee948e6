import { eq } from "drizzle-orm";
import { users } from "@/db/schema";
import { type Ctx, requireUser } from "@/lib/kernel/context";
import { NotFound } from "@/lib/kernel/errors";

/** What a person's account page says of them. */
export interface Account {
  name: string;
  email: string;
  /** False for who only signs in elsewhere: they set their first password without proving one. */
  hasPassword: boolean;
}

/** The acting user's own account. @throws Forbidden for any other actor, NotFound when the account is gone */
export async function readAccount(ctx: Ctx): Promise<Account> {
  const { userId } = requireUser(ctx);
  const [user] = await ctx.db
    .select({ name: users.name, email: users.email, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) throw new NotFound("This account is gone.");
  return { name: user.name, email: user.email, hasPassword: user.passwordHash !== null };
}
