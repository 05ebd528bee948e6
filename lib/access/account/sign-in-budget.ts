import { createHash } from "node:crypto";
import { RateLimited } from "@/lib/platform/errors";
import { waitText } from "@/lib/platform/limits/credential-budget";
import type { LimitRule } from "@/lib/platform/limits/limit-store";
import { networksOf } from "@/lib/platform/limits/network-of";
import type { Ctx } from "../context";
import { type AttemptBudget, times } from "./failed-logins";

const HOUR_MS = 60 * 60_000;

/** Successful sign-ins. Each costs a hash, a session and an audit entry. */
const PER_BROWSER: LimitRule[] = [{ limit: 60, windowMs: HOUR_MS }];
/** From unknown browsers of one network, per account. */
const PER_NETWORK: LimitRule[] = [{ limit: 300, windowMs: HOUR_MS }];
/** From all unknown browsers together, and from all known ones, per account. */
const PER_ACCOUNT: LimitRule[] = [
  { limit: 600, windowMs: HOUR_MS },
  { limit: 2000, windowMs: 24 * HOUR_MS },
];

export interface SignInAttempt {
  email: string;
  /** A new password has new budgets: an attacker who knew the old one may have used them up. */
  passwordHash: string | null;
  /** The known browser's id. */
  browser: string | null;
  by: string;
}

function budgetsOf({ clientIp }: Ctx, { email, passwordHash, browser, by }: SignInAttempt): AttemptBudget[] {
  const account = createHash("sha256").update(`${by} ${passwordHash} ${email}`).digest("base64url").slice(0, 22);
  if (browser !== null)
    return [
      { key: `signed-in-browser:${browser}:${account}`, rules: PER_BROWSER },
      { key: `signed-in-known:${account}`, rules: PER_ACCOUNT },
    ];
  const networks = clientIp === null || clientIp === "unknown" ? [] : networksOf(clientIp);
  return [
    ...networks.map(({ kind, network, times: factor }) => ({
      key: `signed-in-${kind}:${network}:${account}`,
      rules: times(factor, PER_NETWORK),
    })),
    { key: `signed-in-unknown:${account}`, rules: PER_ACCOUNT },
  ];
}

/** Spends one sign-in, for unknown emails too. Call the returned function if the sign-in fails. @throws RateLimited */
export async function spendSignIn(ctx: Ctx, signIn: SignInAttempt): Promise<() => Promise<void>> {
  const spent: { key: string; token: string }[] = [];
  const refund = async () => {
    await Promise.all(spent.map(({ key, token }) => ctx.limits.withdraw(key, token)));
  };
  for (const { key, rules } of budgetsOf(ctx, signIn)) {
    const attempt = await ctx.limits.attempt(key, rules);
    if (!attempt.admitted) {
      await refund();
      const seconds = Math.max(1, Math.ceil(attempt.retryAfterMs / 1000));
      throw new RateLimited(seconds, `Too many sign-ins to this account. Try again in ${waitText(seconds)}.`);
    }
    spent.push({ key, token: attempt.token });
  }
  return refund;
}
