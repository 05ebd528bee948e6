"use client";

import { BUDGET_FIELDS, BudgetFields } from "@/components/budgets/budget-fields";
import { DialogForm } from "@/components/ui/dialog-form";
import { useFormResult } from "@/components/ui/use-form-result";
import type { BudgetTarget, KeyActions, KeyBudgets } from "./types";

type KeyBudgetFormProps = {
  target: BudgetTarget;
  budgets: KeyBudgets;
  setBudget: KeyActions["setBudget"];
  onSet: () => void;
};

/** Asks how much one key may ask for. */
export function KeyBudgetForm({ target, budgets, setBudget, onSet }: KeyBudgetFormProps) {
  const form = useFormResult((data) => setBudget(target.id, data), onSet, BUDGET_FIELDS);
  return (
    <DialogForm form={form} submitLabel="Set budget" pendingLabel="Setting…">
      <BudgetFields own={target.own} hub={budgets.hub} ceiling={budgets.ceiling} errorOf={form.errorOf} />
    </DialogForm>
  );
}
