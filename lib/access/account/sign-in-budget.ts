import { createHash } from "node:crypto";
import { RateLimited } from "@/lib/platform/errors";
import type { LimitRule } from "@/lib/platform/limits/limit-store";
import { networksOf } from "@/lib/platform/limits/network-of";
import { waitText } from "@/lib/platform/limits/wait-text";
import type { Ctx } from "../context";
import { type GuessBudget, times } from "./guesses";

const HOUR_MS = 60 * 60_000;

/** Sign-ins that succeed; each is a hash, a session and an entry of the audit log. Far more than anybody needs, a test of the hub included. */
const OF_A_BROWSER: LimitRule[] = [{ limit: 60, windowMs: HOUR_MS }];
/** Of unknown browsers of one network to one account. */
const OF_A_NETWORK: LimitRule[] = [{ limit: 300, windowMs: HOUR_MS }];
/** Of all unknown browsers together to one account, and of all known ones. */
const OF_AN_ACCOUNT: LimitRule[] = [
  { limit: 600, windowMs: HOUR_MS },
  { limit: 2000, windowMs: 24 * HOUR_MS },
];

/** Somebody who is about to be signed in. */
export interface Arrival {
  email: string;
  /** A changed password begins anew: whoever used the budget up knew the old one. */
  passwordHash: string | null;
  /** What the browser is known by that has signed in to the account before; null for any other. */
  browser: string | null;
  /** What proves it: what is used up for one way is not for another. */
  by: string;
}

function budgetsOf({ clientIp }: Ctx, { email, passwordHash, browser, by }: Arrival): GuessBudget[] {
  const account = createHash("sha256").update(`${by} ${passwordHash} ${email}`).digest("base64url").slice(0, 22);
  if (browser !== null)
    return [
      { key: `signed-in-browser:${browser}:${account}`, rules: OF_A_BROWSER },
      { key: `signed-in-known:${account}`, rules: OF_AN_ACCOUNT },
    ];
  const networks = clientIp === null || clientIp === "unknown" ? [] : networksOf(clientIp);
  return [
    ...networks.map(({ kind, network, times: factor }) => ({
      key: `signed-in-${kind}:${network}:${account}`,
      rules: times(factor, OF_A_NETWORK),
    })),
    { key: `signed-in-unknown:${account}`, rules: OF_AN_ACCOUNT },
  ];
}

/**
 * Takes one sign-in from the budgets of whoever arrives, alike for an email without an account; what it gives takes it back, for an arrival
 * that came to none. @throws RateLimited once one of them is used up
 */
export async function takeSignIn(ctx: Ctx, arrival: Arrival): Promise<() => Promise<void>> {
  const taken: { key: string; token: string }[] = [];
  const takeBack = async () => {
    await Promise.all(taken.map(({ key, token }) => ctx.limits.withdraw(key, token)));
  };
  for (const { key, rules } of budgetsOf(ctx, arrival)) {
    const attempt = await ctx.limits.attempt(key, rules);
    if (!attempt.admitted) {
      await takeBack();
      const seconds = Math.max(1, Math.ceil(attempt.retryAfterMs / 1000));
      throw new RateLimited(seconds, `This account was signed in to too often. Try again in ${waitText(seconds)}.`);
    }
    taken.push({ key, token: attempt.token });
  }
  return takeBack;
}
