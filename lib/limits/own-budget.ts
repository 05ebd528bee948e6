import { BadRequest } from "@/lib/kernel/errors";
import { BUDGET_BOUNDS, type CredentialBudget, type OwnBudget } from "./credential-budget";

const FIGURES = ["perMinute", "concurrent"] as const;

/** Guarantees figures from 1 to the ceiling, or none. @throws BadRequest with the figure at fault */
export function requireBudget(budget: OwnBudget, ceiling: CredentialBudget = BUDGET_BOUNDS): void {
  for (const field of FIGURES) {
    const set = budget[field];
    if (set === null || (Number.isInteger(set) && set >= 1 && set <= ceiling[field])) continue;
    const most = ceiling[field].toLocaleString("en");
    throw new BadRequest(`Give a whole number from 1 to ${most}, or none.`, { field });
  }
}

/** What differs between two budgets, for the log; null when nothing does. */
export function budgetChanges(before: OwnBudget, after: OwnBudget): Record<string, [unknown, unknown]> | null {
  const changed = FIGURES.filter((figure) => before[figure] !== after[figure]);
  return changed.length === 0
    ? null
    : Object.fromEntries(changed.map((figure) => [figure, [before[figure], after[figure]]]));
}

function figureOf(text: FormDataEntryValue | null): number | null {
  const written = String(text ?? "").trim();
  return written === "" ? null : Number(written);
}

/** What a form says of a budget, for `requireBudget` to check. */
export const budgetOfForm = (form: FormData): OwnBudget => ({
  perMinute: figureOf(form.get("perMinute")),
  concurrent: figureOf(form.get("concurrent")),
});
