import { createHash, createHmac } from "node:crypto";
import { type Actor, inTransaction } from "@/lib/platform/context";
import { RateLimited } from "@/lib/platform/errors";
import { waitText } from "@/lib/platform/limits/credential-budget";
import type { LimitRule } from "@/lib/platform/limits/limit-store";
import { MAX_ATTEMPT_KEYS } from "@/lib/platform/limits/memory-store";
import { networksOf } from "@/lib/platform/limits/network-of";
import { log } from "@/lib/platform/log";
import { recordAudit } from "../audit/record-audit";
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

interface AttemptBudget {
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

const times = (factor: number, rules: readonly LimitRule[]): LimitRule[] =>
  rules.map(({ limit, windowMs }) => ({ limit: limit * factor, windowMs }));

/** None for an unknown client IP. */
const clientNetworks = ({ clientIp }: Ctx) => (clientIp === null || clientIp === "unknown" ? [] : networksOf(clientIp));

export function unknownBrowserBudgets(ctx: Ctx, email: string): AttemptBudget[] {
  const groups = groupsOf(ctx, email);
  const ofAccount = groups.map((group) => ({ key: `sign-in-account:${group}`, rules: PER_ACCOUNT }));
  const networks = clientNetworks(ctx);
  const [client] = networks;
  if (!client) return ofAccount;
  return [
    ...groups.map((group) => ({ key: `sign-in-pair:${client.network}:${group}`, rules: PER_NETWORK_AND_ACCOUNT })),
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

class TooManyAttempts extends RateLimited {
  constructor(retryAfterMs: number, what = "passwords") {
    const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
    super(seconds, `Too many wrong ${what}. Try again in ${waitText(seconds)}.`);
  }
}

/** Takes an attempt from each budget, or none. Returns a function that gives them back. */
async function takeAttempts(
  { limits }: Ctx,
  budgets: readonly AttemptBudget[],
  refusal: (retryAfterMs: number, what?: string) => RateLimited,
): Promise<() => Promise<void>> {
  const taken: { key: string; token: string }[] = [];
  const refund = async () => {
    await Promise.all(taken.map(({ key, token }) => limits.withdraw(key, token)));
  };
  try {
    for (const { key, rules, what } of budgets) {
      const attempt = await limits.attempt(key, rules);
      if (!attempt.admitted) throw refusal(attempt.retryAfterMs, what);
      taken.push({ key, token: attempt.token });
    }
    return refund;
  } catch (error) {
    await refund();
    throw error;
  }
}

interface CountedCheck<T> {
  budgets: readonly AttemptBudget[];
  /** Null for an unknown email. */
  user: FailedLogin["user"];
  /** Null means wrong. */
  verify: () => Promise<T | null>;
}

/**
 * Runs `verify`, and counts it unless it succeeds. Counts first, so parallel attempts can't exceed the limit; success
 * or an internal error refunds it. Audits a throttled attempt.
 * @returns the result of `verify`
 * @throws TooManyAttempts
 */
export async function countFailedAttempts<T>(ctx: Ctx, { budgets, user, verify }: CountedCheck<T>): Promise<T | null> {
  const refund = await takeAttempts(ctx, budgets, (retryAfterMs, what) => {
    auditFailedLogin(ctx, { action: "account.sign_in_throttled", user });
    return new TooManyAttempts(retryAfterMs, what);
  });
  try {
    const result = await verify();
    if (result !== null) await refund();
    return result;
  } catch (error) {
    await refund();
    throw error;
  }
}

/** Successful sign-ins. Each costs a hash, a session and an audit entry. */
const SIGN_INS_PER_BROWSER = rules([60, HOUR_MS]);
/** From unknown browsers of one network, per account. */
const SIGN_INS_PER_NETWORK = rules([300, HOUR_MS]);
/** From all unknown browsers together, and from all known ones, per account. */
const SIGN_INS_PER_ACCOUNT = rules([600, HOUR_MS], [2000, DAY_MS]);

interface SignInAttempt {
  email: string;
  /** A new password has new budgets: an attacker who knew the old one may have used them up. */
  passwordHash: string | null;
  /** The known browser's id. */
  browser: string | null;
  by: string;
}

function signInBudgets(ctx: Ctx, { email, passwordHash, browser, by }: SignInAttempt): AttemptBudget[] {
  const account = digestOf(`${by} ${passwordHash} ${email}`);
  if (browser !== null)
    return [
      { key: `signed-in-browser:${browser}:${account}`, rules: SIGN_INS_PER_BROWSER },
      { key: `signed-in-known:${account}`, rules: SIGN_INS_PER_ACCOUNT },
    ];
  return [
    ...clientNetworks(ctx).map(({ kind, network, times: factor }) => ({
      key: `signed-in-${kind}:${network}:${account}`,
      rules: times(factor, SIGN_INS_PER_NETWORK),
    })),
    { key: `signed-in-unknown:${account}`, rules: SIGN_INS_PER_ACCOUNT },
  ];
}

/** Spends one sign-in, for unknown emails too. Call the returned function if the sign-in fails. @throws RateLimited */
export const spendSignIn = (ctx: Ctx, signIn: SignInAttempt): Promise<() => Promise<void>> =>
  takeAttempts(ctx, signInBudgets(ctx, signIn), (retryAfterMs) => {
    const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
    return new RateLimited(seconds, `Too many sign-ins to this account. Try again in ${waitText(seconds)}.`);
  });

/** Failures per hour that get an audit entry. A flood writes three. */
const MARKS = [1, 10, 100] as const;
const MOST = 100;

interface FailedLogin {
  action:
    | "account.sign_in_failed"
    | "account.sign_in_throttled"
    | "account.second_step_asked"
    | "account.proof_failed"
    | "account.second_step_failed";
  /** Null for an unknown email, which is never stored: people type passwords into that field. */
  user: { id: string; name: string } | null;
}

const actorOf = ({ actor }: Ctx): Actor => (actor.kind === "anonymous" ? { kind: "system", name: "sign-in" } : actor);

async function writeFailedLogin(ctx: Ctx, { action, user }: FailedLogin): Promise<void> {
  const target = user
    ? { kind: "user", id: user.id, label: user.name }
    : { kind: "user", id: "unknown", label: "an email without an account" };
  const hour = Math.floor(ctx.now.getTime() / HOUR_MS);
  try {
    const counted = await ctx.limits.take(`audit:${action}:${target.id}:${hour}`, { limit: MOST, windowMs: HOUR_MS });
    const times = MARKS.find((mark) => counted.allowed && mark === MOST - counted.remaining);
    if (times === undefined) return;
    const diff: Record<string, [unknown, unknown]> = { "times in this hour": [null, times] };
    await inTransaction({ ...ctx, actor: actorOf(ctx) }, (tx) =>
      recordAudit(tx, { brandId: null, action, target, diff }),
    );
  } catch (error) {
    log.warn({ err: error }, "failed login not audited");
  }
}

/** Next gives routes and actions separate copies of this module. */
const holder = globalThis as typeof globalThis & { hubPendingLoginAudits?: Set<Promise<void>> };
holder.hubPendingLoginAudits ??= new Set();
const pending = holder.hubPendingLoginAudits;

/**
 * Audits the 1st, 10th and 100th event per hour and account: a wrong password or code, a throttled attempt, or a
 * password that still needs a second factor. Runs in the background, because waiting would reveal by timing which
 * emails exist. Failures are only logged.
 */
export function auditFailedLogin(ctx: Ctx, failure: FailedLogin): void {
  const write = writeFailedLogin(ctx, failure).finally(() => pending.delete(write));
  pending.add(write);
}

/** Resolves once all pending entries are written or logged as failed. Never rejects. */
export async function settleFailedLoginAudits(): Promise<void> {
  await Promise.all(pending);
}
