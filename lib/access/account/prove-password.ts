import { eq } from "drizzle-orm";
import { users } from "@/db/schema";
import { requireUser } from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { ACCOUNT_LIMITS } from "./account-limits";
import { auditGuess } from "./audit-guesses";
import { countingGuesses, sessionBudgets, TooManyGuesses } from "./guesses";
import { verifyPassword } from "./password";

const WRONG = "That is not your present password.";

interface PasswordProof {
  password: string;
  /** The form's field that a refusal names; `current` when left out. */
  field?: string;
}

/**
 * Proves that the acting user knows their own password, under limits: wrong ones count on their session, and are audited. The hash is
 * what was proved, for whoever changes something on condition that it still stands.
 * @throws BadRequest (`field`) for a wrong password, and for an account that has none
 * @throws TooManyGuesses when this session has guessed too often
 */
export async function provePassword(ctx: Ctx, input: PasswordProof): Promise<{ passwordHash: string }> {
  const actor = requireUser(ctx);
  const { password, field = "current" } = input;
  const [user] = await ctx.db.select().from(users).where(eq(users.id, actor.userId));
  if (!user) throw new NotFound("This account is gone.");
  const { passwordHash } = user;
  if (passwordHash === null) throw new BadRequest("This account has no password.", { field });
  // Nobody's password is longer: there is nothing to guess, so nothing to count.
  if (password.length > ACCOUNT_LIMITS.passwordAtMost) throw new BadRequest(WRONG, { field });
  const budgets = sessionBudgets(actor.session?.sid ?? actor.userId);
  const prove = async () => (await verifyPassword(password, passwordHash, { known: true, who: user.id })) || null;
  const proved = await countingGuesses(ctx, budgets, prove).catch((error) => {
    if (error instanceof TooManyGuesses) auditGuess(ctx, { action: "account.sign_in_throttled", user });
    throw error;
  });
  if (proved) return { passwordHash };
  auditGuess(ctx, { action: "account.proof_failed", user });
  throw new BadRequest(WRONG, { field });
}
