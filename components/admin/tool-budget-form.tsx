"use client";

import { BUDGET_FIELDS, BudgetFields } from "@/components/budgets/budget-fields";
import { Card } from "@/components/ui/card";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { useToast } from "@/components/ui/toast-context";
import { useFormResult } from "@/components/ui/use-form-result";
import type { CredentialBudget, OwnBudget } from "@/lib/platform/limits/credential-budget";
import type { FormResult } from "@/lib/web/actions/form-result";

type ToolBudgetFormProps = {
  save: (form: FormData) => Promise<FormResult>;
  own: OwnBudget;
  /** What counts for a tool without a budget of its own. */
  hub: CredentialBudget;
};

export function ToolBudgetForm({ save, own, hub }: ToolBudgetFormProps) {
  const toast = useToast();
  const form = useFormResult(save, () => toast({ tone: "success", title: "The budget is set." }), BUDGET_FIELDS);
  return (
    <Card>
      <form onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
        <BudgetFields own={own} hub={hub} errorOf={form.errorOf} />
        <FormMessage>{form.message}</FormMessage>
        <div>
          <SubmitButton pending={form.pending} pendingLabel="Setting…">
            Set budget
          </SubmitButton>
        </div>
      </form>
    </Card>
  );
}
