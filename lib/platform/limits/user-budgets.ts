import { counted } from "../text";
import { waitText } from "./credential-budget";

const MINUTE_MS = 60_000;

const USER_BUDGETS = {
  changes: { label: "Changes", windowMs: MINUTE_MS, did: (n: number) => `made ${counted(n, "change")}` },
  lookups: {
    label: "Searches and previews",
    windowMs: MINUTE_MS,
    did: (n: number) => `made ${counted(n, "search or preview", "searches and previews")}`,
  },
  pages: { label: "Pages opened", windowMs: MINUTE_MS, did: (n: number) => `opened ${counted(n, "page")}` },
  uploads: { label: "Files uploaded", windowMs: 10 * MINUTE_MS, did: (n: number) => `uploaded ${counted(n, "file")}` },
  imports: {
    label: "New and imported brands",
    windowMs: 10 * MINUTE_MS,
    did: (n: number) => `created or previewed ${counted(n, "brand")}`,
  },
  handOffs: {
    label: "Tools opened",
    windowMs: 10 * MINUTE_MS,
    did: (n: number) => `opened tools ${counted(n, "time")}`,
  },
  exports: { label: "Exports", windowMs: 10 * MINUTE_MS, did: (n: number) => `exported ${counted(n, "list")}` },
  invitations: {
    label: "Invitations",
    windowMs: 60 * MINUTE_MS,
    did: (n: number) => `sent ${counted(n, "invitation")}`,
  },
  secrets: {
    label: "Keys and tokens",
    windowMs: 60 * MINUTE_MS,
    did: (n: number) => `issued ${counted(n, "key or token", "keys and tokens")}`,
  },
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
  return `You have ${did(limit)} ${perWindow(windowMs)}, which is the limit. Try again in ${waitText(retryAfterSeconds)}.`;
}

export const budgetWindowMs = (budget: UserBudget): number => USER_BUDGETS[budget].windowMs;

export function describeBudgets(budgets: UserBudgets): { budget: UserBudget; label: string; allowed: string }[] {
  return NAMES.filter((budget) => budgets[budget] > 0).map((budget) => ({
    budget,
    label: USER_BUDGETS[budget].label,
    allowed: `${budgets[budget]} ${perWindow(USER_BUDGETS[budget].windowMs)}`,
  }));
}
