import { and, eq } from "drizzle-orm";
import { users } from "@/db/schema";
import { AccountDeactivated } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { ACCOUNT_LIMITS, looksLikeEmail } from "./account-input";
import { auditFailedLogin } from "./audit-failed-logins";
import { findKnownDevice } from "./device-token";
import { countFailedAttempts, knownBrowserBudgets, TooManyAttempts, unknownBrowserBudgets } from "./failed-logins";
import { type BrowserSignIn, type OpenedSession, openSession } from "./open-browser-session";
import { verifyPassword } from "./password";
import { spendSignIn } from "./sign-in-budget";
import { requireSignInMethod } from "./sign-in-method";

export interface PasswordAttempt {
  email: string;
  password: string;
  device?: string | null;
}

export type PasswordSignIn =
  /** A session opens only while this hash is unchanged. */
  | { signedIn: true; user: { id: string; email: string; name: string; passwordHash: string } }
  /** Equal for an unknown email and a wrong password, to reveal no account. */
  | { signedIn: false };

async function findUser({ db }: Ctx, email: string) {
  if (!looksLikeEmail(email)) return undefined;
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
 * Signs in with email and password. Failures count for a known browser alone, or else for its network and the account.
 * So nobody can lock out a person's own browsers (docs/decisions/access.md, Failed sign-ins).
 * @throws CompanySignInOnly by domain, AccountDeactivated for the correct password
 * @throws TooManyAttempts, with or without an account; RateLimited
 */
export async function signInWithPassword(ctx: Ctx, attempt: PasswordAttempt): Promise<PasswordSignIn> {
  // No real password is this long, so it needs no counting.
  if (attempt.password.length > ACCOUNT_LIMITS.passwordAtMost) return { signedIn: false };
  const email = attempt.email.trim().toLowerCase();
  requireSignInMethod(ctx, { email, by: "password" });
  const user = await findUser(ctx, email);
  const passwordHash = user?.passwordHash ?? null;
  const device = user && (await findKnownDevice(ctx, { userId: user.id, passwordHash, device: attempt.device }));
  const known = device?.knowsCurrentPassword ?? false;
  const budgets = device && known ? knownBrowserBudgets(email, device.nonce) : unknownBrowserBudgets(ctx, email);
  const browser = known ? (device?.nonce ?? null) : null;
  const verifyAttempt = async () => {
    const refund = await spendSignIn(ctx, { email, passwordHash, browser, by: "password" });
    const matches = await verifyPassword(attempt.password, passwordHash, { known, userId: user?.id }).catch(
      async (error) => {
        await refund();
        throw error;
      },
    );
    if (!matches) await refund();
    if (!matches || !user || !passwordHash) return null;
    const { deactivatedAt, ...verified } = user;
    return { deactivated: deactivatedAt !== null, user: { ...verified, passwordHash } };
  };
  const result = await countFailedAttempts(ctx, budgets, verifyAttempt).catch((error) => {
    if (error instanceof TooManyAttempts)
      auditFailedLogin(ctx, { action: "account.sign_in_throttled", user: user ?? null });
    throw error;
  });
  if (result?.deactivated) throw new AccountDeactivated();
  if (result) return { signedIn: true, user: result.user };
  auditFailedLogin(ctx, { action: "account.sign_in_failed", user: user ?? null });
  return { signedIn: false };
}

/**
 * Opens the session of a user whose password was just verified, or returns null if it changed since. The lock makes a
 * concurrent change wait and then end this session too.
 */
export async function openPasswordSession(
  ctx: Ctx,
  { passwordHash, ...signIn }: Omit<BrowserSignIn, "by"> & { passwordHash: string },
): Promise<OpenedSession | null> {
  const { userId } = signIn;
  const isStillValid = async ({ db }: Ctx) =>
    (await db.$count(users, and(eq(users.id, userId), eq(users.passwordHash, passwordHash)))) > 0;
  return openSession(ctx, { ...signIn, by: "password", isStillValid });
}
