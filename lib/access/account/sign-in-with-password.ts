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
  /** The browser's device token, if it sent one. */
  device?: string | null;
}

export type PasswordSignIn =
  /** The hash is what was proved: a session is opened only while it still stands. */
  | { signedIn: true; user: { id: string; email: string; name: string; passwordHash: string } }
  /** Unknown email and wrong password are one answer: it must not tell who has an account. */
  | { signedIn: false };

/** The user with this email; what cannot be an email is unknown like any other that nobody has. */
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
 * Signs a user in by e-mail and password. Only failures count: of a browser that has signed in to the account before for itself alone,
 * of any other for its network and the account (docs/decisions.md, Limits). So nobody uses up the budget of a person's own browsers.
 * Anybody may try: this is how somebody proves who they are.
 * @throws CompanySignInOnly for a domain whose people get in elsewhere, whether the email has an account or not
 * @throws AccountDeactivated for the right password of an account that is
 * @throws TooManyGuesses when the budget is used up, alike for an email without an account; RateLimited after too many right ones
 */
export async function signInWithPassword(ctx: Ctx, attempt: PasswordAttempt): Promise<PasswordSignIn> {
  // Nobody's password is longer: there is nothing to guess, so nothing to count.
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
 * Opens the session of a user who has just proved the password behind `passwordHash`, or gives null when it was changed or
 * cleared since: the row's lock makes whoever changes it wait and then end this session too. The hash is the proof.
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
