import { createHash, createHmac } from "node:crypto";
import { RateLimited } from "@/lib/platform/errors";
import { waitText } from "@/lib/platform/limits/credential-budget";
import type { LimitRule } from "@/lib/platform/limits/limit-store";
import { MAX_ATTEMPT_KEYS } from "@/lib/platform/limits/memory-store";
import { networksOf } from "@/lib/platform/limits/network-of";
import type { Ctx } from "../context";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Longer windows allow fewer attempts, so the wait grows. */
const rules = (...limits: [limit: number, windowMs: number][]): LimitRule[] =>
  limits.map(([limit, windowMs]) => ({ limit, windowMs }));

/** For one session, or one known browser. */
const PER_BROWSER = rules([5, MINUTE_MS], [10, 15 * MINUTE_MS], [30, DAY_MS]);
/** For unknown browsers of one network, per account. */
const PER_NETWORK_AND_ACCOUNT = rules([5, MINUTE_MS], [10, 15 * MINUTE_MS], [20, DAY_MS]);
/**
 * App codes, per session, known browser, or all unknown browsers together. Three of a million codes are valid at any
 * time.
 */
const PER_CODE_SOURCE = rules([5, MINUTE_MS], [10, 15 * MINUTE_MS], [20, DAY_MS]);
/** For all unknown browsers together, per account. */
const PER_ACCOUNT = rules([30, 5 * MINUTE_MS], [50, HOUR_MS], [100, DAY_MS]);
/** For unknown browsers of one network, across accounts. Higher, because an office may share one IP. */
const PER_NETWORK = rules([30, 5 * MINUTE_MS], [100, HOUR_MS], [300, DAY_MS]);

export interface AttemptBudget {
  key: string;
  rules: readonly LimitRule[];
  /** Shown to people; defaults to passwords. */
  what?: string;
}

const digestOf = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 22);

/**
 * Emails, known or not, share a fixed number of counters, so a flood of made-up ones evicts none. Accounts that share a
 * counter are known only to the hub. One counter per session secret, so counts survive rotation.
 */
const groupsOf = ({ secrets }: Ctx, email: string): string[] =>
  secrets.session.map((secret) => {
    const digest = createHmac("sha256", secret).update(`guesses:${email}`).digest();
    return (digest.readUInt32BE(0) % MAX_ATTEMPT_KEYS).toString(36);
  });

/** Nobody else can use up a known browser's budget. */
export const knownBrowserBudgets = (email: string, nonce: string): AttemptBudget[] => [
  { key: `sign-in-browser:${nonce}:${digestOf(email)}`, rules: PER_BROWSER },
];

export const times = (factor: number, rules: readonly LimitRule[]): LimitRule[] =>
  rules.map(({ limit, windowMs }) => ({ limit: limit * factor, windowMs }));

/** An unknown client IP has no network budget. */
export function unknownBrowserBudgets(ctx: Ctx, email: string): AttemptBudget[] {
  const groups = groupsOf(ctx, email);
  const ofAccount = groups.map((group) => ({ key: `sign-in-account:${group}`, rules: PER_ACCOUNT }));
  const { clientIp } = ctx;
  if (clientIp === null || clientIp === "unknown") return ofAccount;
  const networks = networksOf(clientIp);
  return [
    ...groups.map((group) => ({
      key: `sign-in-pair:${networks[0]?.network}:${group}`,
      rules: PER_NETWORK_AND_ACCOUNT,
    })),
    ...networks.map(({ kind, network, times: factor }) => ({
      key: `sign-in-${kind}:${network}`,
      rules: times(factor, PER_NETWORK),
    })),
    ...ofAccount,
  ];
}

/** Per session: a session thief can't keep guessing, or use up another session's budget. */
export const sessionBudgets = (session: string): AttemptBudget[] => [
  { key: `present-password:${session}`, rules: PER_BROWSER },
];

/** A known browser has its own budget; all others share the account's. */
export const codeBudgets = (userId: string, browser: string | null): AttemptBudget[] => [
  {
    key: browser === null ? `code:account:${userId}` : `code:browser:${browser}:${userId}`,
    rules: PER_CODE_SOURCE,
    what: "codes",
  },
];

export class TooManyAttempts extends RateLimited {
  constructor(retryAfterMs: number, what = "passwords") {
    const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
    super(seconds, `Too many wrong ${what}. Try again in ${waitText(seconds)}.`);
  }
}

/**
 * Runs `verify`, and counts it unless it succeeds. Counts first, so parallel attempts can't exceed the limit; success
 * or an internal error refunds it.
 * @returns the result of `verify`; null means wrong
 * @throws TooManyAttempts
 */
export async function countFailedAttempts<T>(
  { limits }: Ctx,
  budgets: readonly AttemptBudget[],
  verify: () => Promise<T | null>,
): Promise<T | null> {
  const counted: { key: string; token: string }[] = [];
  const refund = () => Promise.all(counted.map(({ key, token }) => limits.withdraw(key, token)));
  try {
    for (const { key, rules, what } of budgets) {
      const attempt = await limits.attempt(key, rules);
      if (!attempt.admitted) throw new TooManyAttempts(attempt.retryAfterMs, what);
      counted.push({ key, token: attempt.token });
    }
    const result = await verify();
    if (result !== null) await refund();
    return result;
  } catch (error) {
    await refund();
    throw error;
  }
}
