import { waitText } from "./credential-budget";

const MINUTE_MS = 60_000;

const USER_BUDGETS = {
  changes: { label: "Changes", windowMs: MINUTE_MS, did: "made {n} changes" },
  lookups: { label: "Searches and previews", windowMs: MINUTE_MS, did: "made {n} searches and previews" },
  pages: { label: "Pages opened", windowMs: MINUTE_MS, did: "opened {n} pages" },
  uploads: { label: "Files uploaded", windowMs: 10 * MINUTE_MS, did: "uploaded {n} files" },
  imports: { label: "New and imported brands", windowMs: 10 * MINUTE_MS, did: "created or previewed {n} brands" },
  handOffs: { label: "Tools opened", windowMs: 10 * MINUTE_MS, did: "opened tools {n} times" },
  exports: { label: "Exports", windowMs: 10 * MINUTE_MS, did: "exported {n} lists" },
  invitations: { label: "Invitations", windowMs: 60 * MINUTE_MS, did: "made {n} invitations" },
  secrets: { label: "Keys and tokens", windowMs: 60 * MINUTE_MS, did: "issued {n} keys and tokens" },
} as const;

export type UserBudget = keyof typeof USER_BUDGETS;

/** Per window; 0 means unlimited. */
export type UserBudgets = Readonly<Record<UserBudget, number>>;

const NAMES = Object.keys(USER_BUDGETS) as UserBudget[];

export const NO_USER_BUDGETS = Object.fromEntries(NAMES.map((name) => [name, 0])) as Record<UserBudget, number>;

export const NO_BUDGETS = {
  perMinute: 0,
  concurrent: 0,
  apiKeyCeiling: { perMinute: 0, concurrent: 0 },
  failedCredentialsPerMinute: 0,
  perUser: NO_USER_BUDGETS,
};

function perWindow(windowMs: number): string {
  const minutes = windowMs / MINUTE_MS;
  if (minutes === 1) return "in a minute";
  return minutes === 60 ? "in an hour" : `in ${minutes} minutes`;
}

export function budgetSentence(budget: UserBudget, limit: number, retryAfterSeconds: number): string {
  const { did, windowMs } = USER_BUDGETS[budget];
  const done = did.replace("{n}", String(limit));
  return `You have ${done} ${perWindow(windowMs)}, which is the limit. Try again in ${waitText(retryAfterSeconds)}.`;
}

export const budgetWindowMs = (budget: UserBudget): number => USER_BUDGETS[budget].windowMs;

export function describeBudgets(budgets: UserBudgets): { budget: UserBudget; label: string; allowed: string }[] {
  return NAMES.filter((budget) => budgets[budget] > 0).map((budget) => ({
    budget,
    label: USER_BUDGETS[budget].label,
    allowed: `${budgets[budget]} ${perWindow(USER_BUDGETS[budget].windowMs)}`,
  }));
}
