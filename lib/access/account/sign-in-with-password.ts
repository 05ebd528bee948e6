import { and, eq } from "drizzle-orm";
import { users } from "@/db/schema";
import { AccountDeactivated } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { ACCOUNT_LIMITS, mayBeEmail } from "./account-input";
import { auditGuess } from "./audit-guesses";
import { findKnownDevice } from "./device-token";
import { countingGuesses, knownBrowserBudgets, strangerBudgets, TooManyGuesses } from "./guesses";
import { type BrowserSignIn, type OpenedSession, openSession } from "./open-browser-session";
import { verifyPassword } from "./password";
import { requireWayIn } from "./require-way-in";
import { takeSignIn } from "./sign-in-budget";

export interface PasswordAttempt {
  email: string;
  password: string;
  device?: string | null;
}

export type PasswordSignIn =
  /** The verified hash: a session opens only while it is unchanged. */
  | { signedIn: true; user: { id: string; email: string; name: string; passwordHash: string } }
  /** An unknown email and a wrong password look the same, so nothing reveals who has an account. */
  | { signedIn: false };

async function findUser({ db }: Ctx, email: string) {
  if (!mayBeEmail(email)) return undefined;
  const [user] = await db
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      passwordHash: users.passwordHash,
      deactivatedAt: users.deactivatedAt,
    })
    .from(users)
    .where(eq(users.email, email));
  return user;
}

/**
 * Signs in with email and password. Only failures count: for a known browser alone, or else for its network and the
 * account. So nobody can lock out a person's own browsers (docs/decisions.md, Limits). No permission needed.
 * @throws CompanySignInOnly by domain, whether or not the email has an account
 * @throws AccountDeactivated when the password is correct but the account is deactivated
 * @throws TooManyAttempts, with or without an account; RateLimited after too many successful sign-ins
 */
export async function signInWithPassword(ctx: Ctx, attempt: PasswordAttempt): Promise<PasswordSignIn> {
  // No real password is this long, so it needs no counting.
  if (attempt.password.length > ACCOUNT_LIMITS.passwordAtMost) return { signedIn: false };
  const email = attempt.email.trim().toLowerCase();
  requireWayIn(ctx, { email, by: "password" });
  const user = await findUser(ctx, email);
  const passwordHash = user?.passwordHash ?? null;
  const device = user && (await findKnownDevice(ctx, { userId: user.id, passwordHash, device: attempt.device }));
  const known = device?.provedThisPassword ?? false;
  const budgets = device && known ? knownBrowserBudgets(email, device.nonce) : strangerBudgets(ctx, email);
  const browser = known ? (device?.nonce ?? null) : null;
  const prove = async () => {
    const takeBack = await takeSignIn(ctx, { email, passwordHash, browser, by: "password" });
    const proven = await verifyPassword(attempt.password, passwordHash, { known, who: user?.id }).catch(
      async (error) => {
        await takeBack();
        throw error;
      },
    );
    if (!proven) await takeBack();
    if (!proven || !user || !passwordHash) return null;
    const { deactivatedAt, ...proved } = user;
    return { deactivated: deactivatedAt !== null, user: { ...proved, passwordHash } };
  };
  const proved = await countingGuesses(ctx, budgets, prove).catch((error) => {
    if (error instanceof TooManyGuesses) auditGuess(ctx, { action: "account.sign_in_throttled", user: user ?? null });
    throw error;
  });
  if (proved?.deactivated) throw new AccountDeactivated();
  if (proved) return { signedIn: true, user: proved.user };
  auditGuess(ctx, { action: "account.sign_in_failed", user: user ?? null });
  return { signedIn: false };
}

/**
 * Opens the session of a user whose password was just verified. Returns null if the password changed since. Locks the
 * row, so a concurrent change waits and then ends this session too.
 */
export async function openPasswordSession(
  ctx: Ctx,
  { passwordHash, ...signIn }: Omit<BrowserSignIn, "by"> & { passwordHash: string },
): Promise<OpenedSession | null> {
  const { userId } = signIn;
  const stillProved = async ({ db }: Ctx) =>
    (await db.$count(users, and(eq(users.id, userId), eq(users.passwordHash, passwordHash)))) > 0;
  return openSession(ctx, { ...signIn, by: "password", stillProved });
}
