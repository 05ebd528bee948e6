import { createHash, createHmac } from "node:crypto";
import { RateLimited } from "@/lib/platform/errors";
import type { LimitRule } from "@/lib/platform/limits/limit-store";
import { MAX_ATTEMPT_KEYS } from "@/lib/platform/limits/memory-store";
import { networksOf } from "@/lib/platform/limits/network-of";
import { waitText } from "@/lib/platform/limits/wait-text";
import type { Ctx } from "../context";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Wrong ones that are heard in any such time; the windows grow, and with them the wait. */
const rules = (...figures: [limit: number, windowMs: number][]): LimitRule[] =>
  figures.map(([limit, windowMs]) => ({ limit, windowMs }));

/** Of one session, or of one browser that has signed in to the account before. */
const OF_A_BROWSER = rules([5, MINUTE_MS], [10, 15 * MINUTE_MS], [30, DAY_MS]);
/** Of unknown browsers of one network for one account. */
const OF_A_NETWORK_FOR_AN_ACCOUNT = rules([5, MINUTE_MS], [10, 15 * MINUTE_MS], [20, DAY_MS]);
/** Codes of an authenticator app, of one session or browser, or of all unknown browsers together: six digits, three of which are right at a time. */
const OF_CODES = rules([5, MINUTE_MS], [10, 15 * MINUTE_MS], [20, DAY_MS]);
/** Of all unknown browsers together for one account. */
const OF_AN_ACCOUNT = rules([30, 5 * MINUTE_MS], [50, HOUR_MS], [100, DAY_MS]);
/** Of unknown browsers of one network for whatever accounts: higher, since an office may share one client IP. */
const OF_A_NETWORK = rules([30, 5 * MINUTE_MS], [100, HOUR_MS], [300, DAY_MS]);

/** What a wrong password or code is counted on. */
export interface GuessBudget {
  key: string;
  rules: readonly LimitRule[];
  /** What is guessed, for people: passwords, when left out. */
  guessed?: string;
}

const digestOf = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 22);

/**
 * Emails are counted in as many groups as there is room for, whether or not they have an account: so whoever makes up emails pushes out
 * the count of none. A few accounts share a group, and count together; which ones, only the hub can tell. Each session secret has a group,
 * so that counts survive its rotation.
 */
const groupsOf = ({ secrets }: Ctx, email: string): string[] =>
  secrets.session.map((secret) => {
    const digest = createHmac("sha256", secret).update(`guesses:${email}`).digest();
    return (digest.readUInt32BE(0) % MAX_ATTEMPT_KEYS).toString(36);
  });

/** A browser that has signed in to the account before counts for itself alone: nobody else can use its budget up. */
export const knownBrowserBudgets = (email: string, nonce: string): GuessBudget[] => [
  { key: `sign-in-browser:${nonce}:${digestOf(email)}`, rules: OF_A_BROWSER },
];

/** So many times what a budget says. */
export const times = (factor: number, rules: readonly LimitRule[]): LimitRule[] =>
  rules.map(({ limit, windowMs }) => ({ limit: limit * factor, windowMs }));

/** An unknown browser counts for its networks and for the account; a client IP that is not known is nobody's and has no budget. */
export function strangerBudgets(ctx: Ctx, email: string): GuessBudget[] {
  const groups = groupsOf(ctx, email);
  const ofAccount = groups.map((group) => ({ key: `sign-in-account:${group}`, rules: OF_AN_ACCOUNT }));
  const { clientIp } = ctx;
  if (clientIp === null || clientIp === "unknown") return ofAccount;
  const networks = networksOf(clientIp);
  return [
    ...groups.map((group) => ({
      key: `sign-in-pair:${networks[0]?.network}:${group}`,
      rules: OF_A_NETWORK_FOR_AN_ACCOUNT,
    })),
    ...networks.map(({ kind, network, times: factor }) => ({
      key: `sign-in-${kind}:${network}`,
      rules: times(factor, OF_A_NETWORK),
    })),
    ...ofAccount,
  ];
}

/** Whoever is signed in counts for their session: its thief cannot guess on, and uses up nobody else's budget. */
export const sessionBudgets = (session: string): GuessBudget[] => [
  { key: `present-password:${session}`, rules: OF_A_BROWSER },
];

/**
 * Whoever gives codes knows the password already, or holds the session. A browser that has signed in to the account before counts for itself
 * alone; all others together for the account, wherever they come from.
 */
export const codeBudgets = (userId: string, browser: string | null): GuessBudget[] => [
  {
    key: browser === null ? `code:account:${userId}` : `code:browser:${browser}:${userId}`,
    rules: OF_CODES,
    guessed: "codes",
  },
];

/** Too many wrong passwords or codes; says when the next one is heard. */
export class TooManyGuesses extends RateLimited {
  constructor(retryAfterMs: number, guessed = "passwords") {
    const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
    super(seconds, `Too many wrong ${guessed}. Try again in ${waitText(seconds)}.`);
  }
}

/**
 * Runs a proof, and counts it on each of the budgets unless it succeeds. Exact for attempts made at once too: each is counted while it
 * runs, and success, or a failure of the hub's own, takes it back.
 * @returns what the proof gave; null is a wrong guess
 * @throws TooManyGuesses when one of the budgets is used up
 */
export async function countingGuesses<T>(
  { limits }: Ctx,
  budgets: readonly GuessBudget[],
  prove: () => Promise<T | null>,
): Promise<T | null> {
  const counted: { key: string; token: string }[] = [];
  const takeBack = () => Promise.all(counted.map(({ key, token }) => limits.withdraw(key, token)));
  try {
    for (const { key, rules, guessed } of budgets) {
      const attempt = await limits.attempt(key, rules);
      if (!attempt.admitted) throw new TooManyGuesses(attempt.retryAfterMs, guessed);
      counted.push({ key, token: attempt.token });
    }
    const proved = await prove();
    if (proved !== null) await takeBack();
    return proved;
  } catch (error) {
    await takeBack();
    throw error;
  }
}
